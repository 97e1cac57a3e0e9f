import { createTranslations } from '../../ui/i18n/translations.ts';
import en from './messages.en.json';

export const inventoryMessages = createTranslations(
  en,
  import.meta.glob<typeof en>(['./messages.*.json', '!./messages.en.json'], { import: 'default' }),
);
