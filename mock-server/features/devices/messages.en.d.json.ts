// Written by node test/architecture/words/write-message-types.ts.
import type { Template } from '../../platform/mail/templates.ts';
declare const messages: {
  newDevice: {
    subject: Template<'organization'>;
    text: Template<'date' | 'device' | 'first_name' | 'link' | 'organization' | 'support' | 'time'>;
  };
  nameless: string;
};
export default messages;
