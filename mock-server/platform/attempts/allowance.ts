import type { Db } from '../database/handles.ts';
import { tooManyRequestsError } from '../errors.ts';
import { failAttempt, readFailures, reserveAttempt } from './store.ts';

/** How often something is allowed within a window (ms) that begins with the first time. */
export interface Allowance {
  key: string;
  max: number;
  window: number;
}

/**
 * Uses the allowance once; all processes share it. Error: `too_many_requests` with the seconds to wait; nothing is used
 * then.
 */
export async function spend(db: Db, { key, max, window }: Allowance): Promise<void> {
  if (await reserveAttempt(db, key, { max, time: window })) {
    await failAttempt(db, key, { after: 1, ends: new Date(Date.now() + window).toISOString() });
    return;
  }
  const { ends } = await readFailures(db, key, window);
  throw tooManyRequestsError(ends === null ? 0 : Date.parse(ends) - Date.now());
}
