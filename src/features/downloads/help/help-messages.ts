import { createTranslations } from '../../../ui/i18n/translations.ts';
import en from './help-messages.en.json';

export const helpMessages = createTranslations(
  en,
  import.meta.glob<typeof en>(['./help-messages.*.json', '!./help-messages.en.json'], { import: 'default' }),
);
