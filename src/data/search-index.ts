import MiniSearch, { type SearchResult } from 'minisearch';
import type { SearchText } from './search-text.ts';

export interface SearchHit {
  /** The id of an application. */
  id: string;
  score: number;
  /** The words that matched, folded, for highlighting. */
  terms: string[];
}

/** Letters that no decomposition takes apart. */
const letters: Record<string, string> = {
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

/** A word without accents and capitals: `Élan` and `elan` are one. */
export const fold = (word: string): string =>
  word
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøłđðþı]/g, (letter) => letters[letter] ?? letter);

/** A short word must be typed right; a longer one may have a slip in every fifth letter. */
const fuzzy = (term: string): number | boolean => (term.length > 3 ? 0.2 : false);

const titles = ['name', 'author', 'categories'];
/** Where a typo is forgiven: over whole descriptions it would find nearly everything. */
const forgiving = [...titles, 'short'];
/** With as many matches, nobody needs those with a typo as well. */
const enough = 3;

/** Full-text index over the catalog: words by their beginnings, accents folded, typos forgiven. */
export class SearchIndex {
  readonly #texts = new Map<string, SearchText>();
  readonly #index = new MiniSearch<SearchText>({
    fields: ['name', 'short', 'long', 'author', 'categories'],
    processTerm: fold,
    searchOptions: {
      prefix: true,
      combineWith: 'AND',
      boost: { name: 6, author: 2, categories: 2, short: 2 },
    },
  });

  /** Brings the index to these texts; what did not change is not indexed again. */
  update(texts: readonly SearchText[]): void {
    const present = new Set(texts.map(({ id }) => id));
    for (const id of this.#texts.keys()) {
      if (!present.has(id)) this.#remove(id);
    }
    for (const text of texts) this.#put(text);
  }

  /**
   * The best matches first, at most `limit`. Each step is taken only when the one before found too little: titles, then
   * descriptions too, then words with a typo. So a few letters that stand in most descriptions cost no more than others.
   */
  query(text: string, limit: number): SearchHit[] {
    let found = this.#index.search(text, { fields: titles });
    if (found.length < limit) found = this.#index.search(text);
    if (found.length < enough) found = [...found, ...this.#misspelt(text, found)];
    return found.slice(0, limit).map(hitOf);
  }

  #misspelt(text: string, found: readonly SearchResult[]): SearchResult[] {
    const known = new Set(found.map(({ id }) => String(id)));
    return this.#index.search(text, { fuzzy, fields: forgiving, filter: ({ id }) => !known.has(String(id)) });
  }

  #remove(id: string): void {
    this.#index.discard(id);
    this.#texts.delete(id);
  }

  #put(text: SearchText): void {
    const known = this.#texts.get(text.id);
    if (known !== undefined && JSON.stringify(known) === JSON.stringify(text)) return;
    if (known !== undefined) this.#index.discard(text.id);
    this.#index.add(text);
    this.#texts.set(text.id, text);
  }
}

const hitOf = ({ id, score, terms }: SearchResult): SearchHit => ({ id: String(id), score, terms });
