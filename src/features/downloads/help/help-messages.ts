import { createTranslations } from '../../../ui/i18n/translations.ts';
import { en } from './help-messages.en.ts';

export const helpMessages = createTranslations(en, {
  de: async () => (await import('./help-messages.de.ts')).de,
});
