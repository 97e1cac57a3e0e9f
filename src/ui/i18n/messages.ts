import { en } from './messages.en.ts';
import { catalog } from './translations.ts';

/** Words that many screens share; the components themselves are given theirs by props. */
export const commonMessages = catalog(en, { de: async () => (await import('./messages.de.ts')).de });
