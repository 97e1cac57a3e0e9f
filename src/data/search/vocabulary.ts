import { firstNot } from './first-not.ts';
import { areNeighbours } from './keyboard.ts';

/** What somebody may have meant: the beginning of a word that is there. The lower its cost, the likelier. */
export interface Correction {
  word: string;
  cost: number;
}

const costs = { doubled: 0.5, swapped: 0.6, neighbour: 0.6, leftOut: 0.7, other: 1 };

/** More than these nobody can have meant. */
const mostCorrections = 12;
/** Letters that each of two words typed as one has at least. */
const shortestPart = 2;
/** Sorts behind every letter. */
const last = '\uffff';

/** The words of a catalog in their order, in which every beginning is found by halving. */
export class Vocabulary {
  readonly #words: readonly string[];

  /** `words`: folded, in any order. */
  constructor(words: Iterable<string>) {
    this.#words = [...new Set(words)].sort();
  }

  /** Whether any word begins so. */
  has(beginning: string): boolean {
    return this.#words[this.#placeOf(beginning)]?.startsWith(beginning) ?? false;
  }

  /**
   * Beginnings of words that are one slip away from what was typed, the likeliest first: two letters swapped, one doubled or
   * left out, one hit beside the right key, one that is simply another.
   */
  corrections(typed: string): Correction[] {
    const found = new Map<string, number>();
    for (const { word, cost } of this.#slips(typed)) {
      if (cost < (found.get(word) ?? Number.POSITIVE_INFINITY) && this.has(word)) found.set(word, cost);
    }
    return [...found]
      .map(([word, cost]) => ({ word, cost }))
      .sort((one, other) => one.cost - other.cost || other.word.length - one.word.length)
      .slice(0, mostCorrections);
  }

  /** Two words that were typed without the space between them; the first whole, the second at least begun. */
  parts(typed: string): [string, string][] {
    const found: [string, string][] = [];
    for (let at = typed.length - shortestPart; at >= shortestPart; at -= 1) {
      const [first, second] = [typed.slice(0, at), typed.slice(at)];
      if (this.#words[this.#placeOf(first)] === first && this.has(second)) found.push([first, second]);
    }
    return found;
  }

  /** What a single slip at any place would have been meant as; each is still to be looked for. */
  *#slips(typed: string): Generator<Correction> {
    for (let at = 0; at < typed.length; at += 1) {
      const before = typed.slice(0, at);
      if (!this.has(before)) return;
      const letter = typed.charAt(at);
      const next = typed.charAt(at + 1);
      const after = typed.slice(at + 1);
      const isDoubled = letter === before.at(-1) || letter === next;
      yield { word: before + after, cost: isDoubled ? costs.doubled : costs.other };
      if (next !== '') yield { word: before + next + letter + typed.slice(at + 2), cost: costs.swapped };
      for (const meant of this.#lettersAfter(before)) {
        yield { word: before + meant + letter + after, cost: costs.leftOut };
        const cost = areNeighbours(meant, letter) ? costs.neighbour : costs.other;
        if (meant !== letter) yield { word: before + meant + after, cost };
      }
    }
  }

  /** The letters that go on after this beginning. */
  *#lettersAfter(beginning: string): Generator<string> {
    let place = this.#placeOf(beginning + String.fromCharCode(0));
    for (;;) {
      const word = this.#words[place];
      if (word === undefined || !word.startsWith(beginning)) return;
      const letter = word.charAt(beginning.length);
      yield letter;
      place = this.#placeOf(beginning + letter + last);
    }
  }

  /** Where the first word stands that is not before this text. */
  #placeOf(text: string): number {
    return firstNot(this.#words, (word) => word < text);
  }
}
