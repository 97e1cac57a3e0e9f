import type { Db } from '../database/handles.ts';
import type { SharedClock } from '../database/postgres/shared-clock.ts';
import * as store from './store.ts';

const hour = 3_600_000;
const day = 24 * hour;

/**
 * How far (ms) the clock may have gone ahead since it was last looked at, an hour ago while the service runs. A service that
 * was stopped for longer looks the same.
 */
const maxAheadMs = 7 * day;
/** How far (ms) it may have been set back, and how far the clocks of this machine and of the database may differ. */
const maxBackMs = hour;
/** Milliseconds for which the clock is observed after a leap before it is believed. */
const observed = day;

export interface Steadiness {
  /** Whether what is old may be deleted now. */
  isSteady: boolean;
  /** Whether a leap was found just now. */
  hasLeapt: boolean;
}

/**
 * Looks at the clock. A clock that is ahead, be it for a moment, makes everything look old, and what is deleted then can't be
 * restored: after each leap nothing is deleted for a day, in which a wrong clock is found and set.
 */
export async function checkClock(
  db: Db,
  { ahead }: Pick<SharedClock, 'ahead'>,
  now = Date.now(),
): Promise<Steadiness> {
  const mark = await store.readClockMark(db);
  const since = now - Date.parse(mark?.seen ?? '');
  const hasLeapt = !(since <= maxAheadMs && since >= -maxBackMs);
  const steady_since = hasLeapt || mark === undefined ? new Date(now).toISOString() : mark.steady_since;
  await store.setClockMark(db, { seen: new Date(now).toISOString(), steady_since });
  return {
    isSteady: now - Date.parse(steady_since) >= observed && Math.abs(ahead) <= maxBackMs,
    hasLeapt,
  };
}
