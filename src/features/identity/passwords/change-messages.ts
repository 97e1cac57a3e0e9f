import { createTranslations } from '../../../ui/i18n/translations.ts';
import { en } from './change-messages.en.ts';

export const changeMessages = createTranslations(en, {
  de: async () => (await import('./change-messages.de.ts')).de,
});
