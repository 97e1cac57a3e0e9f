import { createTranslations } from '../../ui/i18n/translations.ts';
import en from './profile-messages.en.json';

export const profileMessages = createTranslations(
  en,
  import.meta.glob<typeof en>(['./profile-messages.*.json', '!./profile-messages.en.json'], {
    import: 'default',
  }),
);
