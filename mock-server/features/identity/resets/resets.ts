import { Type } from 'typebox';
import { spend } from '../../../platform/attempts/allowance.ts';
import type { Platform } from '../../../platform/services.ts';
import { getSourceNetwork } from '../sign-in/places.ts';

/** Finds the person who has forgotten their password; `name` is what they typed. */
export const resetJob = { name: 'password_reset', payload: Type.Object({ name: Type.String() }) } as const;

/** Mails a link to a user who has forgotten their password. */
export const resetMailJob = {
  name: 'password_reset_mail',
  payload: Type.Object({ user: Type.String() }),
} as const;

/** Jobs that belong to no organization: whose the name is, is looked up only when the job runs. */
const noOrganization = '';

const hour = 3_600_000;

/**
 * Asks for a mail to the person with a user ID or e-mail address. The person is not looked up here, so the answer and
 * its time do not depend on whether they exist. Error: `too_many_requests` for an address that asks again and again.
 */
export async function requestReset(platform: Platform, name: string, address: string): Promise<void> {
  const { database, jobs, config } = platform;
  const { resetsPerAddress: max } = config.limits;
  await spend(database.db, { key: `resets from ${getSourceNetwork(address)}`, max, window: hour });
  await database.transaction((tx) => jobs.enqueue(tx, noOrganization, resetJob, { name: name.trim() }));
  jobs.wake();
}
