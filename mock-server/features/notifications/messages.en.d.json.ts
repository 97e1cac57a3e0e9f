// Written by node test/architecture/words/write-message-types.ts.
import type { Template } from '../../platform/mail/templates.ts';
declare const messages: {
  update: Template<'version'>;
  required: Template<'version'>;
  requiredBy: Template<'date' | 'time' | 'version'>;
};
export default messages;
