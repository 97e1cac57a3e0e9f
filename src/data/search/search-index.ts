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
const everywhere = [...titles, 'short', 'long'];
/** Where a typo is forgiven: over whole descriptions it would find nearly everything. */
const forgiving = [...titles, 'short'];
/** With as many matches, nobody needs those with a typo as well. */
const enough = 3;

/** What stands between spaces and punctuation marks. */
const wordsOf = (text: string): string[] => text.split(/[\n\r\p{Z}\p{P}]+/u).filter((word) => word !== '');

/** The words of an application, each after a space, so that the beginning of one can be looked for. */
interface Words {
  title: string;
  rest: string;
}

/** Full-text index over the catalog: words by their beginnings, accents folded, typos forgiven. */
export class SearchIndex {
  readonly #texts = new Map<string, SearchText>();
  readonly #words = new Map<string, Words>();
  readonly #index = new MiniSearch<SearchText>({
    fields: everywhere,
    tokenize: wordsOf,
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
    const words = wordsOf(text);
    let found = this.#containing(words, titles, limit);
    if (found.length < limit) found = this.#containing(words, everywhere, limit);
    if (found.length < enough) found = [...found, ...this.#misspelt(text, found)];
    return found.slice(0, limit).map(hitOf);
  }

  /**
   * Asks the index for the longest word only, and looks for the others in what it found: the beginnings of a few letters
   * are in most of a catalog, and would cost most. Those with more of the words in their titles come first.
   */
  #containing(words: readonly string[], fields: string[], limit: number): SearchResult[] {
    const longest = words.toSorted((one, other) => other.length - one.length)[0] ?? '';
    const found = this.#index.search(longest, { fields });
    const others = words.filter((word) => word !== longest).map((word) => ` ${fold(word)}`);
    if (others.length === 0) return found;
    const ranks = Array.from({ length: others.length + 1 }, (): SearchResult[] => []);
    for (const result of found) {
      const { title, rest } = this.#wordsOf(String(result.id));
      const inTitle = others.filter((word) => title.includes(word)).length;
      const isMatch =
        fields === titles
          ? inTitle === others.length
          : others.every((word) => title.includes(word) || rest.includes(word));
      if (isMatch) ranks[inTitle]?.push(result);
      if ((ranks[others.length]?.length ?? 0) >= limit) break;
    }
    return ranks.toReversed().flat();
  }

  #wordsOf(id: string): Words {
    const known = this.#words.get(id);
    if (known !== undefined) return known;
    const text = this.#texts.get(id);
    const folded = (...parts: (string | undefined)[]) => ` ${wordsOf(parts.join(' ')).map(fold).join(' ')}`;
    const words = {
      title: folded(text?.name, text?.author, text?.categories),
      rest: folded(text?.short, text?.long),
    };
    this.#words.set(id, words);
    return words;
  }

  #misspelt(text: string, found: readonly SearchResult[]): SearchResult[] {
    const known = new Set(found.map(({ id }) => String(id)));
    return this.#index.search(text, { fuzzy, fields: forgiving, filter: ({ id }) => !known.has(String(id)) });
  }

  #remove(id: string): void {
    this.#index.discard(id);
    this.#texts.delete(id);
    this.#words.delete(id);
  }

  #put(text: SearchText): void {
    const known = this.#texts.get(text.id);
    if (known !== undefined && JSON.stringify(known) === JSON.stringify(text)) return;
    if (known !== undefined) this.#index.discard(text.id);
    this.#index.add(text);
    this.#texts.set(text.id, text);
    this.#words.delete(text.id);
  }
}

const hitOf = ({ id, score, terms }: SearchResult): SearchHit => ({ id: String(id), score, terms });
