import { changeDevice } from '../../platform/database/changes/changes.ts';
import { getNow } from '../../platform/database/identifiers.ts';
import type { JobKind } from '../../platform/jobs/kind.ts';
import type { Platform } from '../../platform/services.ts';
import { eraseFromTrail, recordErasure } from '../audit/facade.ts';
import { deleteDeliveriesAbout } from '../webhooks/facade.ts';
import * as store from './store.ts';

/** Days for which the data of deleted users is kept where the organization has not chosen. */
export const defaultDays = 30;
const hour = 3_600_000;

/** Once an hour: erases deleted users whose data the organization no longer keeps. */
export const createPrivacyJobs = (platform: Platform): JobKind[] => [
  {
    name: 'erase_deleted_users',
    every: hour,
    byAge: true,
    run: () => eraseDeletedUsers(platform, Date.now()),
  },
];

/** People who are read at once. */
const step = 200;

/** Erases the personal data of users who were deleted long enough before a moment (ms since 1970). */
export async function eraseDeletedUsers(platform: Platform, moment: number): Promise<void> {
  let after: store.Deleted | undefined;
  do {
    const people = await store.listToErase(platform.database.db, after, step);
    for (const { days, ...person } of people) {
      const due = Date.parse(person.deleted ?? '') + (days ?? defaultDays) * 24 * hour;
      if (due <= moment) await eraseUser(platform, person);
    }
    after = people.at(-1);
  } while (after !== undefined);
}

/**
 * Works in steps, so that nobody waits long for a person with very many rows. An interrupted erasure starts again,
 * because only the last step notes that it was done. The audit log's row about it says only whom it concerned.
 */
async function eraseUser(platform: Platform, person: store.Erased): Promise<void> {
  const { database } = platform;
  while (await database.transaction((tx) => store.clearEvents(tx, person)));
  const committed = await database.auditTransaction(async (tx) => {
    for (const device of await store.listOwnDevices(tx, person)) {
      await changeDevice(tx, person.org_id, device, async (change) => ({
        applications: null,
        result: await store.clearDevice(change, person.org_id, device),
      }));
    }
    await store.clearUser(tx, person);
    await deleteDeliveriesAbout(tx, person);
    return recordErasure(tx, platform, person);
  });
  committed();
  await eraseFromTrail(platform, person);
  await database.auditTransaction((tx) => store.setErased(tx, person, getNow()));
}
