/** In milliseconds. */
export interface Percentiles {
  p50: number;
  p99: number;
}

const warmUp = 5;
const runs = 100;

/** How long some work takes, one run after the other. */
export async function percentiles(work: () => Promise<unknown>): Promise<Percentiles> {
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

/** The time that so large a part of them, from 0 to 1, does not exceed. */
export function percentile(times: readonly number[], part: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;
}
