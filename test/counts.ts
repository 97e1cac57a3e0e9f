/** The results of tests, as counts. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  /** The files with failures that passed when they were run once more by themselves. */
  unsteady: readonly string[];
  /** Seconds of processor time by project. */
  processors: Readonly<Record<string, number>>;
  /** The same by file, with the name of its project before it. */
  ofFiles: Readonly<Record<string, number>>;
}

/** The counts of a run without tests. */
export const none: Counts = { passed: 0, failed: 0, skipped: 0, unsteady: [], processors: {}, ofFiles: {} };

export function sum(counts: readonly Counts[]): Counts {
  const total = (key: 'passed' | 'failed' | 'skipped'): number =>
    counts.reduce((whole, part) => whole + part[key], 0);
  return {
    passed: total('passed'),
    failed: total('failed'),
    skipped: total('skipped'),
    unsteady: counts.flatMap(({ unsteady }) => unsteady),
    processors: added(counts.flatMap(({ processors }) => Object.entries(processors))),
    ofFiles: added(counts.flatMap(({ ofFiles }) => Object.entries(ofFiles))),
  };
}

/** Sums of numbers by name. */
export function added(numbers: readonly (readonly [name: string, count: number])[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [name, count] of numbers) sums[name] = (sums[name] ?? 0) + count;
  return sums;
}

/** The files that used most processor time. */
export function dearestFiles(ofFiles: Readonly<Record<string, number>>): string {
  const files = mostFirst(ofFiles).slice(0, namedFiles);
  return `Most of it: ${files.map(([name, seconds]) => `${name} ${seconds.toFixed(0)} s`).join(', ')}`;
}
const namedFiles = 20;

const mostFirst = (seconds: Readonly<Record<string, number>>): [name: string, seconds: number][] =>
  Object.entries(seconds).sort(([, one], [, other]) => other - one);

/**
 * What used processor time in a run, the most first. The rest of `whole` is for checks, builds, databases and other
 * shared set-up; only Linux reports it.
 */
export function processorLine(processors: Readonly<Record<string, number>>, whole: number): string {
  const parts = mostFirst(processors);
  const known = parts.reduce((sum, [, seconds]) => sum + seconds, 0);
  if (whole > known) parts.push(['all else', whole - known]);
  return `Processor time: ${parts.map(([name, seconds]) => `${name} ${seconds.toFixed(0)} s`).join(', ')}`;
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
