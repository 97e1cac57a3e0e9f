import { createTranslations } from '../../../ui/i18n/translations.ts';
import en from './forgotten-messages.en.json';

export const forgottenMessages = createTranslations(
  en,
  import.meta.glob<typeof en>(['./forgotten-messages.*.json', '!./forgotten-messages.en.json'], {
    import: 'default',
  }),
);
