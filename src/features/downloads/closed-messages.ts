import { createTranslations } from '../../ui/i18n/translations.ts';
import { en } from './closed-messages.en.ts';

export const closedMessages = createTranslations(en, {
  de: async () => (await import('./closed-messages.de.ts')).de,
});
