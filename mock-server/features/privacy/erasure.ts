import { changeDevice } from '../../platform/database/changes.ts';
import { now } from '../../platform/database/identifiers.ts';
import type { JobKind } from '../../platform/jobs/kind.ts';
import type { Platform } from '../../platform/services.ts';
import { eraseFromTrail } from '../audit/facade.ts';
import { deleteDeliveriesAbout } from '../webhooks/facade.ts';
import * as store from './store.ts';

/** Days that the data of deleted users is kept where the organization has not said. */
export const usualDays = 30;
const hour = 3_600_000;

/** Once an hour: erases deleted users whose organization keeps them no longer. */
export const privacyJobs = (platform: Platform): JobKind[] => [
  { name: 'erase_deleted_users', every: hour, run: () => eraseDeletedUsers(platform, Date.now()) },
];

/** Erases what is personal of users who were deleted long enough before a moment, in milliseconds since 1970. */
export async function eraseDeletedUsers(platform: Platform, moment: number): Promise<void> {
  for (const { deleted, days, ...person } of await store.toErase(platform.database.db)) {
    const due = Date.parse(deleted ?? '') + (days ?? usualDays) * 24 * hour;
    if (due <= moment) await erase(platform, person);
  }
}

/** All in one transaction of the audit log, whose row about it says no more than whom. */
async function erase(platform: Platform, person: { org_id: string; id: string; psk: number }): Promise<void> {
  await platform.database.trail(async (tx) => {
    for (const device of await store.ownDevices(tx, person)) {
      await changeDevice(tx, person.org_id, device, async (change) => ({
        applications: null,
        result: await store.clearDevice(change, person.org_id, device),
      }));
    }
    await store.clearUser(tx, person, now());
    await deleteDeliveriesAbout(tx, person);
    await eraseFromTrail(tx, platform, person);
  });
}
