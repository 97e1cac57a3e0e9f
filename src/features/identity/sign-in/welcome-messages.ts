import { createTranslations } from '../../../ui/i18n/translations.ts';
import en from './welcome-messages.en.json';

export const welcomeMessages = createTranslations(
  en,
  import.meta.glob<typeof en>(['./welcome-messages.*.json', '!./welcome-messages.en.json'], {
    import: 'default',
  }),
);
