import { createTranslations } from '../../../ui/i18n/translations.ts';
import { en } from './new-password-messages.en.ts';

export type NewPasswordWords = typeof en;
export const newPasswordMessages = createTranslations(en, {
  de: async () => (await import('./new-password-messages.de.ts')).de,
});
