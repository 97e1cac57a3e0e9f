import { createTranslations } from '../../ui/i18n/translations.ts';
import en from './direct-messages.en.json';

export const directMessages = createTranslations(
  en,
  import.meta.glob<typeof en>(['./direct-messages.*.json', '!./direct-messages.en.json'], {
    import: 'default',
  }),
);
