import { en } from './messages.en.ts';
import { translations } from './translations.ts';

/** Words that many screens share; the components themselves are given theirs by props. */
export const commonMessages = translations(en, { de: async () => (await import('./messages.de.ts')).de });
