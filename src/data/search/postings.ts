import { firstNot } from './first-not.ts';

/** Which of many texts have which words, found by the beginnings of these. */
export class Postings {
  /** In their order. */
  readonly #words: readonly string[];
  /** The places of the texts that have each word, in the same order. */
  readonly #places: readonly (readonly number[])[];
  /** For each text, how many words of the question it was found to have: kept, as making it anew costs most of a search. */
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
    this.#places = sorted.map(([, places]) => places);
    this.#had = new Uint8Array(texts.length);
  }

  /** The places, in their order, of the texts that have a word with each of these beginnings; at most 255 of them. */
  having(beginnings: readonly string[]): number[] {
    this.#had.fill(0);
    for (const [before, beginning] of beginnings.entries()) this.#count(beginning, before);
    const found: number[] = [];
    for (const [place, had] of this.#had.entries()) if (had === beginnings.length) found.push(place);
    return found;
  }

  /** Counts a beginning in the texts that had every one before it. */
  #count(beginning: string, before: number): void {
    for (let at = firstNot(this.#words, (word) => word < beginning); at < this.#words.length; at += 1) {
      if (!this.#words[at]?.startsWith(beginning)) return;
      for (const place of this.#places[at] ?? [])
        if (this.#had[place] === before) this.#had[place] = before + 1;
    }
  }
}
