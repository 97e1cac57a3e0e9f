import { createTranslations } from '../../ui/i18n/translations.ts';
import en from './closed-messages.en.json';

export const closedMessages = createTranslations(
  en,
  import.meta.glob<typeof en>(['./closed-messages.*.json', '!./closed-messages.en.json'], {
    import: 'default',
  }),
);
