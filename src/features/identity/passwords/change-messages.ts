import { createTranslations } from '../../../ui/i18n/translations.ts';
import en from './change-messages.en.json';

export const changeMessages = createTranslations(
  en,
  import.meta.glob<typeof en>(['./change-messages.*.json', '!./change-messages.en.json'], {
    import: 'default',
  }),
);
