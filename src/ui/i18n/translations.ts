import type { Language } from './locale.ts';

/**
 * The words of one feature. Next to its screens, a feature has the files
 *
 *     messages.en.ts   export const en = { title: 'Reviews', count: (n: number) => … };   the source
 *     messages.de.ts   export const de: typeof en = { … };                                the same keys, typed
 *     messages.ts      export const reviewMessages = translations(en, { de: async () => (await import('./messages.de.ts')).de });
 *
 * and reads them with `useMessages(reviewMessages)`. A message is a string, a function that returns one, or
 * an object of messages (the `labels` of a component). English comes with the feature's own code; another
 * language is fetched when the feature is first drawn in it, or before, by `load`.
 */
export type Translations<M> = {
  /** The words in that language if they are loaded; English if they could not be fetched. */
  loaded: (language: Language) => M | undefined;
  /** Fetches the words; English where they cannot be fetched, until the next call. */
  load: (language: Language) => Promise<M>;
};

type Fetchers<M> = Record<Exclude<Language, 'en'>, () => Promise<M>>;

/** A feature's English words, and how each other language is fetched. */
export function translations<M>(en: M, fetchers: Fetchers<M>): Translations<M> {
  const here = new Map<Language, M>([['en', en]]);
  const coming = new Map<Language, Promise<M>>();

  const fetched = async (language: Exclude<Language, 'en'>): Promise<M> => {
    const words = await fetchers[language]().catch(() => en);
    here.set(language, words);
    coming.delete(language);
    return words;
  };
  const load = (language: Language): Promise<M> => {
    const words = here.get(language);
    if (language === 'en' || (words !== undefined && words !== en)) return Promise.resolve(words ?? en);
    const running = coming.get(language) ?? fetched(language);
    coming.set(language, running);
    return running;
  };
  return { loaded: (language) => here.get(language), load };
}
