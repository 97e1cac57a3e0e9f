import type { Language } from './locale.ts';

/**
 * The words of one feature, which it reads with `useMessages(reviewMessages)`. English comes with the feature's own
 * code; another language is fetched when the feature is first drawn in it, or before, by `load`.
 */
export type Translations<M> = {
  /**
   * The words for React's `use`: at once if they are here; English if they could not be fetched. Call it in every
   * render, including the one after the wait, because React counts hooks.
   */
  drawModules: (language: Language) => Promise<M>;
  /** Fetches the words; English where they cannot be fetched, until the next call. */
  load: (language: Language) => Promise<M>;
};

/** How the messages files of other languages are fetched, by their paths: `./messages.de.json`. */
type Fetchers<M> = Readonly<Record<string, () => Promise<M>>>;

/** A feature's English words, and how each other language is fetched. */
export function createTranslations<M>(en: M, fetchers: Fetchers<M>): Translations<M> {
  const here = new Map<Language, M>([['en', en]]);
  const ready = new Map<Language, Promise<M>>([['en', toSettledPromise(Promise.resolve(en), en)]]);
  const coming = new Map<Language, Promise<M>>();

  const remember = async (language: Language, promise: Promise<M>): Promise<void> => {
    const words = await promise;
    here.set(language, words);
    ready.set(language, toSettledPromise(promise, words));
    coming.delete(language);
  };
  const fetchFile = async (language: Language): Promise<M> => {
    const path = Object.keys(fetchers).find((name) => name.endsWith(`.${language}.json`)) ?? '';
    return (await fetchers[path]?.()) ?? en;
  };
  const fetchMessages = (language: Language): Promise<M> => {
    const promise = fetchFile(language).catch(() => en);
    void remember(language, promise);
    return promise;
  };
  const load = (language: Language): Promise<M> => {
    const words = here.get(language);
    if (language === 'en' || (words !== undefined && words !== en)) return Promise.resolve(words ?? en);
    const running = coming.get(language) ?? fetchMessages(language);
    coming.set(language, running);
    return running;
  };
  return { drawModules: (language) => ready.get(language) ?? load(language), load };
}

/** Marks a promise as fulfilled, in the form that React's `use` looks for, so that it has the value without a wait. */
const toSettledPromise = <M>(promise: Promise<M>, value: M): Promise<M> =>
  Object.assign(promise, { status: 'fulfilled', value });
