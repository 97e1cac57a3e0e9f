import { createTranslations } from '../../../ui/i18n/translations.ts';
import { en } from './welcome-messages.en.ts';

export const welcomeMessages = createTranslations(en, {
  de: async () => (await import('./welcome-messages.de.ts')).de,
});
