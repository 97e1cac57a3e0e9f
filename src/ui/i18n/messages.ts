import { en } from './messages.en.ts';
import { createTranslations } from './translations.ts';

/** Words that many screens share; the components themselves are given theirs by props. */
export const commonMessages = createTranslations(en, {
  de: async () => (await import('./messages.de.ts')).de,
});
