import { findPartitionPoint } from './partition-point.ts';
import { Postings } from './postings.ts';
import type { SearchText } from './search-text.ts';
import { Vocabulary } from './vocabulary.ts';

/** Letters that Unicode does not decompose into a base letter and accents. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** A word without accents and in lower case: `Élan` and `elan` are the same. */
export const fold = (word: string): string =>
  word
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøłđðþı]/g, (letter) => letters[letter] ?? letter);

/** With this many exact matches, typing errors are not considered. */
const minResults = 3;
/** With this many matches, less likely typing errors are not considered. */
const maxCandidates = 10;
/** Of a query with errors in several words, this many corrections of its first words are pursued. */
const maxPartialCorrections = 48;
/**
 * Letters that a query must have before typing errors are considered: nearly every shorter word is one error away from
 * another.
 */
const minCorrectedLength = 4;
/** Words after this many are ignored. */
const maxWords = 20;
/** The cost of a missing space, on the scale of the vocabulary's costs. */
const missingSpace = 0.6;

/** The words of a text: whatever is between spaces and punctuation marks. */
const splitWords = (text: string): string[] => text.split(/[\n\r\p{Z}\p{P}]+/u).filter((word) => word !== '');

/** The folded words of some texts, each after a space, so that the beginning of a word can be searched as ` beginning`. */
const joinFoldedWords = (...texts: readonly string[]): string =>
  splitWords(texts.join(' '))
    .map((word) => ` ${fold(word)}`)
    .join('');

/** An application in the index; each text as `joinFoldedWords` gives it. */
interface IndexedText {
  source: SearchText;
  name: string;
  /** The name, the author and the categories. */
  titles: string;
  short: string;
  long: string;
}

const indexText = (source: SearchText): IndexedText => ({
  source,
  name: joinFoldedWords(source.name),
  titles: joinFoldedWords(source.name, source.author, source.categories),
  short: joinFoldedWords(source.short),
  long: joinFoldedWords(source.long),
});

const isSame = (one: SearchText, other: SearchText): boolean =>
  one.name === other.name &&
  one.author === other.author &&
  one.categories === other.categories &&
  one.short === other.short &&
  one.long === other.long;

/** Search over the catalog: by the beginnings of words in any order, without accents, forgiving typing errors. */
export class SearchIndex {
  /** By name. */
  #all: readonly IndexedText[] = [];
  #titles = new Postings([]);
  #texts = new Postings([]);
  #vocabulary = new Vocabulary([]);

  /** Replaces the indexed texts; unchanged ones are not folded again. */
  update(texts: readonly SearchText[]): void {
    const known = new Map(this.#all.map((one) => [one.source.id, one]));
    this.#all = texts
      .map((text) => {
        const before = known.get(text.id);
        return before !== undefined && isSame(before.source, text) ? before : indexText(text);
      })
      .sort((one, other) => (one.name < other.name ? -1 : 1));
    this.#titles = new Postings(this.#all.map(({ titles }) => titles.slice(1)));
    this.#texts = new Postings(
      this.#all.map(({ titles, short, long }) => `${titles}${short}${long}`.slice(1)),
    );
    // Typing errors are forgiven only in titles: over whole descriptions they would match nearly everything.
    this.#vocabulary = new Vocabulary(
      this.#all.flatMap(({ titles, short }) => `${titles}${short}`.slice(1).split(' ')),
    );
  }

  /** The ids of the best matches, the best first, at most `limit`. */
  query(text: string, limit: number): string[] {
    const words = splitWords(text).slice(0, maxWords).map(fold);
    if (words.length === 0) return [];
    const found = new Set(this.#findMatches(words, limit));
    if (found.size < minResults) this.#addCorrected(words, found, limit);
    return [...found].slice(0, limit).map(({ source }) => source.id);
  }

  /** What a query finds without corrections, the best first: whole as far as `limit`. */
  #findMatches(words: readonly string[], limit: number): Set<IndexedText> {
    const found = new Set([...this.#findByName(words, limit), ...this.#findByTitle(words)]);
    if (found.size < limit) for (const one of this.#findByText(words)) found.add(one);
    return found;
  }

  /** Adds what corrected queries find: those with an error in one word, and where they find nothing, in several. */
  #addCorrected(words: readonly string[], found: Set<IndexedText>, limit: number): void {
    if (words.join('').length < minCorrectedLength) return;
    this.#addMatches(this.#correctOneWord(words), found, limit);
    if (found.size === 0) this.#addMatches(this.#correctEachWord(words), found, limit);
  }

  /**
   * Adds what these queries find, the likeliest query first: by whole names, even for a less likely query, then by parts.
   * Every query that contributed is then completed, so that the number of matches is that of the words that were meant.
   */
  #addMatches(queries: readonly string[][], found: Set<IndexedText>, limit: number): void {
    const used = new Set<string[]>();
    for (const look of [this.#findByName, this.#findByTitle, this.#findByText]) {
      for (const query of queries) {
        if (found.size >= maxCandidates) break;
        const matches = look.call(this, query, limit);
        if (matches.length > 0) used.add(query);
        for (const one of matches) found.add(one);
      }
    }
    for (const query of used) for (const one of this.#findMatches(query, limit)) found.add(one);
  }

  /** Applications whose name begins with exactly these words. */
  #findByName(words: readonly string[], limit: number): IndexedText[] {
    const beginning = ` ${words.join(' ')}`;
    const from = findPartitionPoint(this.#all, (one) => one.name < beginning);
    const to = findPartitionPoint(this.#all, (one) => one.name < beginning || one.name.startsWith(beginning));
    return this.#all.slice(from, Math.min(to, from + limit));
  }

  /**
   * Applications with every word in their titles: first names that consist of exactly these words, then names with more
   * words, then the rest.
   */
  #findByTitle(words: readonly string[]): IndexedText[] {
    const beginnings = words.map((word) => ` ${word}`);
    return sortByRank(this.#getTexts(this.#titles.findByPrefixes(words)), (one) =>
      rankTitle(one, beginnings),
    );
  }

  /** Applications with every word in any text, ordered by how many of the words are in their titles. */
  #findByText(words: readonly string[]): IndexedText[] {
    const beginnings = words.map((word) => ` ${word}`);
    const countMissing = ({ titles }: IndexedText) =>
      beginnings.filter((word) => !titles.includes(word)).length;
    return sortByRank(this.#getTexts(this.#texts.findByPrefixes(words)), countMissing);
  }

  #getTexts(places: readonly number[]): IndexedText[] {
    return places.flatMap((place) => this.#all[place] ?? []);
  }

  /** The query with one word corrected or split in two, the likeliest first. */
  #correctOneWord(words: readonly string[]): string[][] {
    const intended = words.flatMap((typed, at) =>
      this.#listReplacements(typed).map(({ cost, instead }) => ({
        cost,
        corrected: [...words.slice(0, at), ...instead, ...words.slice(at + 1)],
      })),
    );
    return sortByCost(intended);
  }

  /**
   * The query with any of its longer words corrected, the likeliest first. Grows word by word, and only as long as some
   * application has all words so far: of all combinations of corrections, hardly any is in the catalog.
   */
  #correctEachWord(words: readonly string[]): string[][] {
    let partial: CorrectedQuery[] = [{ cost: 0, corrected: [] }];
    for (const typed of words) {
      const alternatives = [{ cost: 0, instead: [typed] }];
      if (typed.length >= minCorrectedLength) alternatives.push(...this.#listReplacements(typed));
      partial = partial
        .flatMap((before) =>
          alternatives.map(({ cost, instead }) => ({
            cost: before.cost + cost,
            corrected: [...before.corrected, ...instead],
          })),
        )
        .filter(({ corrected }) => this.#texts.findByPrefixes(corrected).length > 0)
        .sort((one, other) => one.cost - other.cost)
        .slice(0, maxPartialCorrections);
    }
    return sortByCost(partial);
  }

  #listReplacements(typed: string): { cost: number; instead: string[] }[] {
    return [
      ...this.#vocabulary.splitCompound(typed).map((instead) => ({ cost: missingSpace, instead })),
      ...this.#vocabulary.findCorrections(typed).map(({ word, cost }) => ({ cost, instead: [word] })),
    ];
  }
}

/** A query as it may have been meant. The lower its cost, the likelier. */
interface CorrectedQuery {
  cost: number;
  corrected: string[];
}

const sortByCost = (queries: readonly CorrectedQuery[]): string[][] =>
  queries.toSorted((one, other) => one.cost - other.cost).map(({ corrected }) => corrected);

/** Sorted by rank; items of the same rank keep their order. */
const sortByRank = (found: readonly IndexedText[], rankOf: (one: IndexedText) => number): IndexedText[] =>
  [...Map.groupBy(found, rankOf)].sort(([one], [other]) => one - other).flatMap(([, group]) => group);

/** 0 for a name of exactly these words, 1 for a name with all of them, 2 for others. */
function rankTitle({ name }: IndexedText, beginnings: readonly string[]): number {
  if (!beginnings.every((word) => name.includes(word))) return 2;
  return name.split(' ').length === beginnings.length + 1 ? 0 : 1;
}
