/** The results of tests, as counts. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  /** The files with failures that passed when they were run once more by themselves. */
  unsteady: readonly string[];
}

/** The counts of a run without tests. */
export const none: Counts = { passed: 0, failed: 0, skipped: 0, unsteady: [] };

export function sum(counts: readonly Counts[]): Counts {
  const total = (key: 'passed' | 'failed' | 'skipped'): number =>
    counts.reduce((whole, part) => whole + part[key], 0);
  return {
    passed: total('passed'),
    failed: total('failed'),
    skipped: total('skipped'),
    unsteady: counts.flatMap(({ unsteady }) => unsteady),
  };
}

/**
 * The last lines of a run: each unsteady file, then `N passed, N failed`, and `, N skipped`, `, N unsteady` where there
 * are any.
 */
export function summary({ passed, failed, skipped, unsteady }: Counts): string {
  const files = unsteady.map((file) => `Unsteady: ${file} (failed first, passed alone)\n`);
  const counted = [`${passed} passed`, `${failed} failed`];
  if (skipped > 0) counted.push(`${skipped} skipped`);
  if (files.length > 0) counted.push(`${files.length} unsteady`);
  return files.join('') + counted.join(', ');
}
