/** Milliseconds that some work takes once. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/**
 * The time that a part of the times, from 0 to 1, does not exceed. It uses the nearest rank, so that the slowest of a
 * hundred is not the 99th percentile.
 */
export function percentile(times: readonly number[], part: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? 0;
}
