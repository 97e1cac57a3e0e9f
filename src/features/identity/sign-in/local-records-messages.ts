import { createTranslations } from '../../../ui/i18n/translations.ts';
import { en } from './local-records-messages.en.ts';

export type LocalRecordsWords = typeof en;
export const localRecordsMessages = createTranslations(en, {
  de: async () => (await import('./local-records-messages.de.ts')).de,
});
