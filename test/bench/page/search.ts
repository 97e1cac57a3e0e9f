import { SearchIndex } from '../../../src/data/search/search-index.ts';
import type { SearchText } from '../../../src/data/search/search-text.ts';
import type { Measurement, Row } from '../measurement.ts';
import { numbers, searchCorpus, slips, typedQueries } from './search-corpus.ts';

const applications = 10_000;
const names = 100;
/** As many as the search page asks for. */
const results = 200;
/** As many as a person sees at once, above the keyboard. */
const seen = 3;
/** A phone of the slower kind has 16 ms; it is four times as slow as the machine of a developer. */
const limit = 16 / 4;
/** Names that are typed with a slip of each kind, and names that are typed letter by letter. */
const tried = { slips: 1000, prefixes: 300 };

/** Questions to the search index as they come while people type, off the main thread: how fast, and how well it forgives. */
export const search: Measurement = {
  name: 'search',
  run() {
    const texts = searchCorpus(applications);
    const index = new SearchIndex();
    index.update(texts);
    return Promise.resolve([speed(index, texts), ...forgiving(index, texts), beginnings(index, texts)]);
  },
};

function speed(index: SearchIndex, texts: readonly SearchText[]): Row {
  const queries = typedQueries(texts, names);
  for (const query of queries) index.query(query, results);
  const times = queries.map((query) => timeOf(() => index.query(query, results)));
  times.sort((one, other) => one - other);
  return {
    work: `search in ${applications} apps, a letter typed (p95 of ${queries.length})`,
    ours: times[Math.floor(times.length * 0.95)] ?? Number.NaN,
    unit: 'ms',
    against: { name: '16 ms at 4 × slower', value: limit },
    target: { atMost: 1 },
  };
}

/** How often a name typed with a slip is among the first; names that are alike count as one. */
function forgiving(index: SearchIndex, texts: readonly SearchText[]): Row[] {
  const next = numbers(23);
  const known = namesOf(texts);
  return Object.entries(slips).map(([kind, slip]) => {
    const typed = Array.from({ length: tried.slips }, () => {
      const name = known.all[next(known.all.length)] ?? '';
      return { name, text: slip(name.toLowerCase(), next) };
    }).filter(({ text }) => text !== null);
    const found = typed.filter(({ name, text }) => first(index, known, text ?? '').includes(name));
    return share(`a slip in a name (${kind})`, found.length / typed.length, 97);
  });
}

/** How often a prefix finds its name, or fills the screen with names that have the same prefix. */
function beginnings(index: SearchIndex, texts: readonly SearchText[]): Row {
  const next = numbers(29);
  const known = namesOf(texts);
  const typed = Array.from({ length: tried.prefixes }, () => known.all[next(known.all.length)] ?? '').flatMap(
    (name) => Array.from(name, (_, at) => ({ name, text: name.slice(0, at + 1).toLowerCase() })),
  );
  const right = typed.filter(({ name, text }) => {
    const found = first(index, known, text);
    const fit = found.filter((one) => one.toLowerCase().startsWith(text.trim()));
    return found.includes(name) || fit.length === seen;
  });
  return share('beginnings of names', right.length / typed.length, 99.5);
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
  work: `search in ${applications} apps, ${what}: among the first ${seen}`,
  ours: found * 100,
  unit: '%',
  against: { name: 'what people expect', value: atLeast },
  target: { atLeast: 1 },
});

function timeOf(work: () => void): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}
