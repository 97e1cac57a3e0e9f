/** Percentiles in milliseconds. */
export interface Percentiles {
  p50: number;
  p99: number;
}

const warmUp = 5;

/** How long some work takes, in `runs` runs one after another. A 99th percentile needs some hundreds of runs. */
export async function percentiles(work: () => Promise<unknown>, runs = 100): Promise<Percentiles> {
  for (let run = 0; run < warmUp; run++) await work();
  const times: number[] = [];
  for (let run = 0; run < runs; run++) times.push(await timed(work));
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}

/** Milliseconds that some work takes once. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/**
 * The time that a part of the times, from 0 to 1, does not exceed. It uses the nearest rank, so that the slowest of a
 * hundred is not the 99th percentile.
 */
export function percentile(times: readonly number[], part: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? 0;
}
