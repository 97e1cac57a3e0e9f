import { createTranslations } from '../../ui/i18n/translations.ts';
import { en } from './direct-messages.en.ts';

export const directMessages = createTranslations(en, {
  de: async () => (await import('./direct-messages.de.ts')).de,
});
