/** How many tests ended how. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

export function sum(counts: readonly Counts[]): Counts {
  const total = (key: keyof Counts): number => counts.reduce((whole, part) => whole + part[key], 0);
  return { passed: total('passed'), failed: total('failed'), skipped: total('skipped') };
}

/** `N passed, N failed`, and `, N skipped` when there are any. */
export function summary({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
