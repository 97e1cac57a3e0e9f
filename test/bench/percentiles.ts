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
  for (let run = 0; run < runs; run++) {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  }
  times.sort((one, other) => one - other);
  const at = (part: number) => times[Math.min(runs - 1, Math.floor(part * runs))] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}
