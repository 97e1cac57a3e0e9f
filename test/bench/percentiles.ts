/** In milliseconds. */
export interface Percentiles {
  p50: number;
  p99: number;
}

const warmUp = 5;

/** How long some work takes, one run after the other. What is said of one in a hundred needs some hundreds. */
export async function percentiles(work: () => Promise<unknown>, runs = 100): Promise<Percentiles> {
  for (let run = 0; run < warmUp; run++) await work();
  const times: number[] = [];
  for (let run = 0; run < runs; run++) times.push(await timed(work));
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}

/** How long some work takes once. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** The time that so large a part of them, from 0 to 1, does not exceed: by nearest rank, so that the slowest of a hundred is no p99. */
export function percentile(times: readonly number[], part: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? 0;
}
