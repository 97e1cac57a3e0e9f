import type { Db } from '../database/handles.ts';
import { tooManyRequests } from '../errors.ts';
import { beginAttempt, failAttempt, failuresOf } from './store.ts';

/** How often something is allowed within a window (ms) that begins with the first time. */
export interface Allowance {
  key: string;
  most: number;
  window: number;
}

/**
 * Uses the allowance once; all processes share it. Error: `too_many_requests` with the seconds to wait; nothing is used
 * then.
 */
export async function spend(db: Db, { key, most, window }: Allowance): Promise<void> {
  if (await beginAttempt(db, key, { most, time: window })) {
    await failAttempt(db, key, { after: 1, ends: new Date(Date.now() + window).toISOString() });
    return;
  }
  const { ends } = await failuresOf(db, key, window);
  throw tooManyRequests(ends === null ? 0 : Date.parse(ends) - Date.now());
}
