import { createTranslations } from '../../ui/i18n/translations.ts';
import { en } from './profile-messages.en.ts';

export const profileMessages = createTranslations(en, {
  de: async () => (await import('./profile-messages.de.ts')).de,
});
