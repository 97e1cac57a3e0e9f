// Written by node test/architecture/words/write-message-types.ts.
import type { Template } from '../../platform/mail/templates.ts';
declare const messages: {
  certificate: {
    subject: Template<'date' | 'description'>;
    text: Template<'date' | 'description' | 'first_name' | 'identity' | 'link' | 'organization'>;
  };
  profile: {
    subject: Template<'date' | 'profile'>;
    text: Template<'date' | 'description' | 'first_name' | 'link' | 'organization' | 'profile'>;
  };
};
export default messages;
