import { SearchIndex } from '../../../src/data/search/search-index.ts';
import { searchCorpus, typedQueries } from './search-corpus.ts';

const index = new SearchIndex();
const letters: string[] = [];
const { port1: page, port2: worker } = new MessageChannel();

/** Fills the index; returns the number of letters that will be typed. */
function prepare({ applications, names, results }: Record<'applications' | 'names' | 'results', number>) {
  const texts = searchCorpus(applications);
  index.update(texts);
  letters.push(...typedQueries(texts, names));
  worker.addEventListener('message', ({ data }: MessageEvent<string>) => {
    worker.postMessage(index.query(data, results), []);
  });
  worker.start();
  page.start();
  return letters.length;
}

/**
 * Milliseconds from each letter to its result. The index is behind a channel as in the catalog, but in the same thread:
 * browsers can't slow down workers.
 */
async function typeLetters(): Promise<number[]> {
  const times: number[] = [];
  for (const text of letters) {
    const begun = performance.now();
    await ask(text);
    times.push(performance.now() - begun);
  }
  return times;
}

const ask = (text: string): Promise<unknown> =>
  new Promise((resolve) => {
    page.addEventListener('message', ({ data }) => resolve(data), { once: true });
    page.postMessage(text, []);
  });

const searchPage = { prepare, typeLetters };
export type SearchPage = typeof searchPage;
Object.assign(globalThis, { searchPage });
