/** The place of the first item that does not pass; those that pass come first. By halving. */
export function firstNot<T>(items: readonly T[], passes: (item: T) => boolean): number {
  let [from, to] = [0, items.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    const item = items[middle];
    if (item !== undefined && passes(item)) from = middle + 1;
    else to = middle;
  }
  return from;
}
