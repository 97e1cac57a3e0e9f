import type { Kysely } from 'kysely';
import { observe } from '../observed.ts';
import type { Tables } from '../tables.ts';
import { makeActivityTables } from './activity.ts';
import { makeApplicationsTables } from './applications.ts';
import { makeDevicesTables } from './devices.ts';
import { makeGroupsTables } from './groups.ts';
import { makeIdentityTables } from './identity.ts';
import { makeNotificationsTables } from './notifications.ts';
import { observedTables } from './observed-tables.ts';
import { makeOrganizationsTables } from './organizations.ts';
import { makePackagesTables } from './packages.ts';
import { makePlatformTables } from './platform.ts';
import { makeRecordsTables } from './records.ts';
import { makeSupportTables } from './support.ts';

/** The whole schema of the first release. Tables come after those that their foreign keys refer to. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await makeOrganizationsTables(db);
  await makeIdentityTables(db);
  await makeApplicationsTables(db);
  await makeGroupsTables(db);
  await makeDevicesTables(db);
  await makePackagesTables(db);
  await makeActivityTables(db);
  await makeNotificationsTables(db);
  await makeRecordsTables(db);
  await makeSupportTables(db);
  await makePlatformTables(db);
  for (const table of observedTables) await observe(db, table);
}
