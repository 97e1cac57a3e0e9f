// Written by node test/architecture/words/write-message-types.ts.
import type { Template } from '../../platform/mail/templates.ts';
declare const messages: {
  report: {
    subject: Template<'application' | 'reference'>;
    text: Template<'application' | 'browser' | 'catalog' | 'created' | 'link' | 'person' | 'reference' | 'symptom' | 'system' | 'text' | 'user_id' | 'version'>;
  };
};
export default messages;
