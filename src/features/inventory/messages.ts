import { createTranslations } from '../../ui/i18n/translations.ts';
import { en } from './messages.en.ts';

export const inventoryMessages = createTranslations(en, {
  de: async () => (await import('./messages.de.ts')).de,
});
