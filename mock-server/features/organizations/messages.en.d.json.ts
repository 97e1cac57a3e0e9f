// Written by node test/architecture/words/write-message-types.ts.
import type { Template } from '../../platform/mail/templates.ts';
declare const messages: {
  invitation: {
    subject: Template<'organization'>;
    text: Template<'first_name' | 'link' | 'organization' | 'user_id'>;
  };
};
export default messages;
