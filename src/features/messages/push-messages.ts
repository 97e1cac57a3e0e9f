import { createTranslations } from '../../ui/i18n/translations.ts';
import { en } from './push-messages.en.ts';

export const pushMessages = createTranslations(en, {
  de: async () => (await import('./push-messages.de.ts')).de,
});
