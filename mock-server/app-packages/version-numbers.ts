/** Parses `16.4.1` to [16, 4, 1]; null when it does not begin with a number, and can't be compared. */
function numbers(version: string): number[] | null {
  const match = /^\d+(?:\.\d+)*/.exec(version.trim());
  return match === null ? null : match[0].split('.').map(Number);
}

/** Compares versions number by number, missing ones as 0: -1, 0 or 1; null when one of them has no numbers. */
export function compareVersions(left: string, right: string): number | null {
  const [a, b] = [numbers(left), numbers(right)];
  if (a === null || b === null) return null;
  for (let place = 0; place < Math.max(a.length, b.length); place++) {
    const difference = (a[place] ?? 0) - (b[place] ?? 0);
    if (difference !== 0) return Math.sign(difference);
  }
  return 0;
}
