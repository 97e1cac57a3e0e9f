/** How many tests ended how. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  /** The files in which something failed that passed when it was run once more, with nothing beside it. */
  unsteady: readonly string[];
  /** Seconds of processor time by project. */
  processors: Readonly<Record<string, number>>;
  /** The same by file, with the name of its project before it. */
  ofFiles: Readonly<Record<string, number>>;
}

/** Nothing was run. */
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

/** Numbers by name, of which those of one name are added up. */
export function added(numbers: readonly (readonly [name: string, count: number])[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [name, count] of numbers) sums[name] = (sums[name] ?? 0) + count;
  return sums;
}

/** The files that took most of processors. */
export function dearestFiles(ofFiles: Readonly<Record<string, number>>): string {
  const files = mostFirst(ofFiles).slice(0, namedFiles);
  return `Most of it: ${files.map(([name, seconds]) => `${name} ${seconds.toFixed(0)} s`).join(', ')}`;
}
const namedFiles = 20;

const mostFirst = (seconds: Readonly<Record<string, number>>): [name: string, seconds: number][] =>
  Object.entries(seconds).sort(([, one], [, other]) => other - one);

/**
 * What of a run took processors, the most first. Checks, builds, databases and what else was set up for many files are the rest of
 * `whole`, which only Linux tells.
 */
export function processorLine(processors: Readonly<Record<string, number>>, whole: number): string {
  const parts = mostFirst(processors);
  const known = parts.reduce((sum, [, seconds]) => sum + seconds, 0);
  if (whole > known) parts.push(['all else', whole - known]);
  return `Processor time: ${parts.map(([name, seconds]) => `${name} ${seconds.toFixed(0)} s`).join(', ')}`;
}

/** The last lines of a run: each unsteady file, then `N passed, N failed`, and `, N skipped`, `, N unsteady` where there are any. */
export function summary({ passed, failed, skipped, unsteady }: Counts): string {
  const files = unsteady.map((file) => `Unsteady: ${file} (failed first, passed alone)\n`);
  const counted = [`${passed} passed`, `${failed} failed`];
  if (skipped > 0) counted.push(`${skipped} skipped`);
  if (files.length > 0) counted.push(`${files.length} unsteady`);
  return files.join('') + counted.join(', ');
}
