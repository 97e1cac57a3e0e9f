const minBackoffMs = 2_000;
const maxBackoffMs = 15 * 60_000;

/** Milliseconds until the next attempt: doubled each time up to 15 minutes, with jitter so that not all come at once. */
export const getBackoff = (attempts: number, chance = Math.random()): number =>
  Math.min(maxBackoffMs, minBackoffMs * 2 ** Math.max(0, attempts - 1)) * (0.5 + chance / 2);
