import en from './messages.en.json';
import { createTranslations } from './translations.ts';

/** Words that many screens share. Parts of src/ui get their words by props. */
export const commonMessages = createTranslations(
  en,
  import.meta.glob<typeof en>(['./messages.*.json', '!./messages.en.json'], { import: 'default' }),
);
