import { createTranslations } from '../../ui/i18n/translations.ts';
import en from './push-messages.en.json';

export const pushMessages = createTranslations(
  en,
  import.meta.glob<typeof en>(['./push-messages.*.json', '!./push-messages.en.json'], { import: 'default' }),
);
