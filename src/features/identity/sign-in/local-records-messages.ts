import { createTranslations } from '../../../ui/i18n/translations.ts';
import en from './local-records-messages.en.json';

export type LocalRecordsWords = typeof en;
export const localRecordsMessages = createTranslations(
  en,
  import.meta.glob<typeof en>(['./local-records-messages.*.json', '!./local-records-messages.en.json'], {
    import: 'default',
  }),
);
