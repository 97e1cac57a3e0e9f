// Written by node test/architecture/words/write-message-types.ts.
import type { Template } from '../../platform/mail/templates.ts';
declare const messages: {
  notice: {
    subject: Template<'organization'>;
    text: Template<'apps' | 'date' | 'first_name' | 'link' | 'organization' | 'support' | 'time'>;
  };
};
export default messages;
