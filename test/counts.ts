/** How many tests ended how. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  /** The files in which something failed that passed when it was run once more, with nothing beside it. */
  unsteady: readonly string[];
}

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

/** The last lines of a run: each unsteady file, then `N passed, N failed`, and `, N skipped`, `, N unsteady` where there are any. */
export function summary({ passed, failed, skipped, unsteady }: Counts): string {
  const files = unsteady.map((file) => `Unsteady: ${file} (failed first, passed alone)\n`);
  const counted = [`${passed} passed`, `${failed} failed`];
  if (skipped > 0) counted.push(`${skipped} skipped`);
  if (files.length > 0) counted.push(`${files.length} unsteady`);
  return files.join('') + counted.join(', ');
}
