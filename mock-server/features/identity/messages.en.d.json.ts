// Written by node test/architecture/words/write-message-types.ts.
import type { Template } from '../../platform/mail/templates.ts';
declare const messages: {
  reset: {
    subject: Template<'organization'>;
    text: Template<'first_name' | 'link' | 'minutes' | 'organization' | 'user_id'>;
  };
  accountNotice: {
    subject: Template<'organization'>;
    text: Template<'address' | 'date' | 'first_name' | 'how' | 'link' | 'support' | 'time' | 'user_id'>;
  };
  accountChanges: {
    password_by_themself: string;
    password_by_manager: string;
    password_by_invitation: string;
    password_by_reset: string;
    email: string;
    token_by_themself: string;
    token_by_administrator: string;
  };
};
export default messages;
