import { areNeighbours } from './keyboard.ts';
import { findPartitionPoint } from './partition-point.ts';

/** What somebody may have meant to type: the beginning of a word of the catalog. The lower its cost, the likelier. */
export interface Correction {
  word: string;
  cost: number;
}

const costs = { doubled: 0.5, swapped: 0.6, neighbour: 0.6, leftOut: 0.7, other: 1 };

/** Most corrections that are returned. */
const maxCorrections = 12;
/** Letters that each of two words typed as one must have. */
const minPartLength = 2;
/** Sorts after every letter. */
const last = '\uffff';

/** The sorted words of a catalog, in which beginnings are found by binary search. */
export class Vocabulary {
  readonly #words: readonly string[];

  /** `words`: folded, in any order. */
  constructor(words: Iterable<string>) {
    this.#words = [...new Set(words)].sort();
  }

  /** Whether any word begins with this text. */
  has(beginning: string): boolean {
    return this.#words[this.#findIndex(beginning)]?.startsWith(beginning) ?? false;
  }

  /**
   * Beginnings of words that are one typing error away from the typed text, the likeliest first: two letters swapped,
   * one doubled or left out, a neighbouring key hit, or any other wrong letter.
   */
  findCorrections(typed: string): Correction[] {
    const found = new Map<string, number>();
    for (const { word, cost } of this.#generateTypos(typed)) {
      if (cost < (found.get(word) ?? Number.POSITIVE_INFINITY) && this.has(word)) found.set(word, cost);
    }
    return [...found]
      .map(([word, cost]) => ({ word, cost }))
      .sort((one, other) => one.cost - other.cost || other.word.length - one.word.length)
      .slice(0, maxCorrections);
  }

  /**
   * Two words that were typed without a space between them: the first one complete, the second at least its beginning.
   */
  splitCompound(typed: string): [string, string][] {
    const found: [string, string][] = [];
    for (let at = typed.length - minPartLength; at >= minPartLength; at -= 1) {
      const [first, second] = [typed.slice(0, at), typed.slice(at)];
      if (this.#words[this.#findIndex(first)] === first && this.has(second)) found.push([first, second]);
    }
    return found;
  }

  /** Every text that one typing error could have turned into the typed one; not all of them begin a word. */
  *#generateTypos(typed: string): Generator<Correction> {
    for (let at = 0; at < typed.length; at += 1) {
      const before = typed.slice(0, at);
      if (!this.has(before)) return;
      const letter = typed.charAt(at);
      const next = typed.charAt(at + 1);
      const after = typed.slice(at + 1);
      const isDoubled = letter === before.at(-1) || letter === next;
      yield { word: before + after, cost: isDoubled ? costs.doubled : costs.other };
      if (next !== '') yield { word: before + next + letter + typed.slice(at + 2), cost: costs.swapped };
      for (const intended of this.#listNextLetters(before)) {
        yield { word: before + intended + letter + after, cost: costs.leftOut };
        const cost = areNeighbours(intended, letter) ? costs.neighbour : costs.other;
        if (intended !== letter) yield { word: before + intended + after, cost };
      }
    }
  }

  /** The letters that follow this beginning in any word. */
  *#listNextLetters(beginning: string): Generator<string> {
    let place = this.#findIndex(beginning + String.fromCharCode(0));
    for (;;) {
      const word = this.#words[place];
      if (word === undefined || !word.startsWith(beginning)) return;
      const letter = word.charAt(beginning.length);
      yield letter;
      place = this.#findIndex(beginning + letter + last);
    }
  }

  /** The index of the first word that does not sort before this text. */
  #findIndex(text: string): number {
    return findPartitionPoint(this.#words, (word) => word < text);
  }
}
