import { translations } from '../../ui/i18n/translations.ts';
import { en } from './push-messages.en.ts';

export const pushMessages = translations(en, {
  de: async () => (await import('./push-messages.de.ts')).de,
});
