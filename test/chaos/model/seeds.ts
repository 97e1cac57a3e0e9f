import { Random } from '../random.ts';

/** The seeds of so many histories: the first is the given one, so that each can be run again by itself. */
export function seedsOf(seed: number, runs: number): number[] {
  const random = new Random(seed);
  return Array.from({ length: runs }, (_, at) => (at === 0 ? seed : random.below(2 ** 31)));
}
