import { findPartitionPoint } from './partition-point.ts';

/** An inverted index: which texts contain which words, looked up by the beginnings of words. */
export class Postings {
  /** Sorted. */
  readonly #words: readonly string[];
  /** For each word, the positions of the texts that have it. */
  readonly #positions: readonly (readonly number[])[];
  /**
   * Scratch memory: for each text, how many words of the query it contains. Allocating it for each search would take
   * most of the time.
   */
  readonly #had: Uint8Array;

  /** `texts`: words with one space between them. */
  constructor(texts: readonly string[]) {
    const byWord = new Map<string, number[]>();
    for (const [place, text] of texts.entries()) {
      for (const word of text.split(' ')) {
        const places = byWord.get(word);
        if (places === undefined) byWord.set(word, [place]);
        else if (places.at(-1) !== place) places.push(place);
      }
    }
    const sorted = [...byWord].sort(([one], [other]) => (one < other ? -1 : 1));
    this.#words = sorted.map(([word]) => word);
    this.#positions = sorted.map(([, places]) => places);
    this.#had = new Uint8Array(texts.length);
  }

  /** The indexes, in order, of the texts that contain a word with each of these beginnings (at most 255). */
  findByPrefixes(beginnings: readonly string[]): number[] {
    this.#had.fill(0);
    for (const [before, beginning] of beginnings.entries()) this.#count(beginning, before);
    const found: number[] = [];
    for (const [place, had] of this.#had.entries()) if (had === beginnings.length) found.push(place);
    return found;
  }

  /** Counts a beginning in the texts that contain every one before it. */
  #count(beginning: string, before: number): void {
    for (
      let at = findPartitionPoint(this.#words, (word) => word < beginning);
      at < this.#words.length;
      at += 1
    ) {
      if (!this.#words[at]?.startsWith(beginning)) return;
      for (const place of this.#positions[at] ?? [])
        if (this.#had[place] === before) this.#had[place] = before + 1;
    }
  }
}
