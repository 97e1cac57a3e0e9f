import { Type } from 'typebox';
import type { Platform } from '../../../platform/services.ts';
import { spend } from '../allowance.ts';
import { sourceOf } from '../sign-in/places.ts';

/** Looks who has forgotten their password; `name` is what was typed. */
export const resetJob = { name: 'password_reset', payload: Type.Object({ name: Type.String() }) } as const;

/** Mails a link to a user who has forgotten their password. */
export const resetMailJob = {
  name: 'password_reset_mail',
  payload: Type.Object({ user: Type.String() }),
} as const;

/** The organization of jobs that belong to none: whose the name is, is asked later. */
const nobodys = '';

/**
 * Asks for a mail to who has a user ID or an e-mail address. Nobody is looked for here, so the answer and its time are the same
 * whether there is such a person. Error: `too_many_requests` for an address that asks again and again.
 */
export async function requestReset(platform: Platform, name: string, address: string): Promise<void> {
  const { database, jobs, config } = platform;
  const { resetsPerAddress: most, resetWindow: window } = config.limits;
  await spend(database.db, { key: `resets from ${sourceOf(address)}`, most, window });
  await database.transaction((tx) => jobs.enqueue(tx, nobodys, resetJob, { name: name.trim() }));
  jobs.wake();
}
