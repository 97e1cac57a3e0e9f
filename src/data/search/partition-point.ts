/** The index of the first item that does not pass, by binary search; all items that pass must come before it. */
export function findPartitionPoint<T>(items: readonly T[], passes: (item: T) => boolean): number {
  let [from, to] = [0, items.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    const item = items[middle];
    if (item !== undefined && passes(item)) from = middle + 1;
    else to = middle;
  }
  return from;
}
