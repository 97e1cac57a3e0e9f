import { join } from 'node:path';
import { SearchIndex } from '../../../src/data/search/search-index.ts';
import type { SearchText } from '../../../src/data/search/search-text.ts';
import { launchBrowser } from '../../setup/browser/browser.ts';
import { scriptOf } from '../../setup/run/script-of.ts';
import type { Measurement, Row } from '../measurement.ts';
import { kept } from './kept-page.ts';
import { numbers, otherwise, searchCorpus, slips, slipsInTwoWords } from './search-corpus.ts';
import type { SearchPage } from './search-page.ts';

const { applications, slowdown } = kept;
const names = 100;
/** As many results as the search page requests. */
const results = 200;
/** As many results as a person sees at once, above the keyboard. */
const seen = 3;
/** A frame of a phone, in milliseconds. */
const limit = 16;
/** The number of names that are typed with each kind of error, and of names that are typed letter by letter. */
const tried = { slips: 1000, prefixes: 300 };
/** Required shares in percent. */
const least = { slips: 97, slipsInTwoWords: 90, others: 99.5 };

/**
 * Queries to the search index as they come while people type: how fast it is, and how well it tolerates typing errors.
 */
export const search: Measurement = {
  name: 'search',
  async run() {
    const texts = searchCorpus(applications);
    const index = new SearchIndex();
    index.update(texts);
    return [
      await speed(),
      ...shares(index, texts, slips, 'a slip in a name', least.slips),
      ...shares(index, texts, slipsInTwoWords, 'slips in a name', least.slipsInTwoWords),
      ...shares(index, texts, otherwise, 'a name', least.others),
      ...beginnings(index, texts),
    ];
  },
};

/** Measures in a browser on a slow processor: from a letter to its result, including both messages. */
async function speed(): Promise<Row> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.addScriptTag({ content: await scriptOf(join(import.meta.dirname, 'search-page.ts')) });
    const count = await page.evaluate((options) => searchPage.prepare(options), {
      applications,
      names,
      results,
    });
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    // The first run compiles the code that the second one measures.
    await page.evaluate(() => searchPage.typeLetters());
    const times = await page.evaluate(() => searchPage.typeLetters());
    times.sort((one, other) => one - other);
    return {
      work: `search in ${applications} apps, ${slowdown} × slower, from a letter to its answer (p95 of ${count})`,
      ours: times[Math.floor(times.length * 0.95)] ?? Number.NaN,
      unit: 'ms',
      against: { name: 'limit', value: limit },
      target: { atMost: 1 },
    };
  } finally {
    await browser.close();
  }
}

/** The interface of the page, for functions that run in it. */
declare const searchPage: SearchPage;

/** How often a name that is typed differently is among the first results; similar names count as one. */
function shares(
  index: SearchIndex,
  texts: readonly SearchText[],
  ways: typeof slips,
  what: string,
  atLeast: number,
): Row[] {
  const next = numbers(23);
  const known = namesOf(texts);
  return Object.entries(ways).map(([kind, way]) => {
    const typed = Array.from({ length: tried.slips }, () => {
      const name = known.all[next(known.all.length)] ?? '';
      return { name, text: way(name.toLowerCase(), next) };
    }).filter(({ text }) => text !== null);
    const found = typed.filter(({ name, text }) => first(index, known, text ?? '').includes(name));
    const words = `${what} (${kind}), ${typed.length} tried: the right one`;
    return share(words, found.length / typed.length, atLeast);
  });
}

/**
 * How often a prefix of few applications finds its name; and how often a prefix of more applications than are seen at
 * once finds only applications with that prefix, which is all that can be asked of "a".
 */
function beginnings(index: SearchIndex, texts: readonly SearchText[]): Row[] {
  const next = numbers(29);
  const known = namesOf(texts);
  const lower = texts.map(({ name }) => name.toLowerCase());
  const typed = Array.from({ length: tried.prefixes }, () => known.all[next(known.all.length)] ?? '').flatMap(
    (name) => Array.from(name, (_, at) => ({ name, text: name.slice(0, at + 1).toLowerCase() })),
  );
  const isOfFew = ({ text }: { text: string }) =>
    lower.filter((name) => name.startsWith(text)).length <= seen;
  const { few = [], many = [] } = Object.groupBy(typed, (one) => (isOfFew(one) ? 'few' : 'many'));
  const right = few.filter(({ name, text }) => first(index, known, text).includes(name));
  const fit = many.filter(({ text }) =>
    first(index, known, text).every((name) => name.toLowerCase().startsWith(text.trim())),
  );
  return [
    share(
      `${few.length} beginnings that at most ${seen} of them have: the right one`,
      right.length / few.length,
      least.others,
    ),
    share(
      `${many.length} beginnings that more have: only some that begin so`,
      fit.length / many.length,
      least.others,
    ),
  ];
}

interface Names {
  all: readonly string[];
  byId: ReadonlyMap<string, string>;
}

const namesOf = (texts: readonly SearchText[]): Names => ({
  all: [...new Set(texts.map(({ name }) => name))],
  byId: new Map(texts.map(({ id, name }) => [id, name])),
});

const first = (index: SearchIndex, { byId }: Names, text: string): string[] =>
  index
    .query(text, results)
    .slice(0, seen)
    .map((id) => byId.get(id) ?? '');

const share = (what: string, found: number, atLeast: number): Row => ({
  work: `search in ${applications} apps, ${what} among the first ${seen}`,
  ours: found * 100,
  unit: '%',
  against: { name: 'what people expect', value: atLeast },
  target: { atLeast: 1 },
});
