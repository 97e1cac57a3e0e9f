import { createTranslations } from '../../../ui/i18n/translations.ts';
import { en } from './forgotten-messages.en.ts';

export const forgottenMessages = createTranslations(en, {
  de: async () => (await import('./forgotten-messages.de.ts')).de,
});
