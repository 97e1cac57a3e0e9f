import { createTranslations } from '../../../ui/i18n/translations.ts';
import en from './new-password-messages.en.json';

export type NewPasswordWords = typeof en;
export const newPasswordMessages = createTranslations(
  en,
  import.meta.glob<typeof en>(['./new-password-messages.*.json', '!./new-password-messages.en.json'], {
    import: 'default',
  }),
);
