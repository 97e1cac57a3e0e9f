import { changeCatalog } from '../../platform/database/changes/changes.ts';
import type { Caller } from '../../platform/http/contexts.ts';
import type { Platform } from '../../platform/services.ts';
import { findManageableApplication } from '../applications/facade.ts';
import * as store from './store.ts';

/** Categories of the organization, by name. */
export const listCategories = (platform: Platform, caller: Caller) =>
  store.listCategories(platform.database.db, caller.orgId);

/**
 * Gives an application these categories in place of all earlier ones; unknown categories are left out; document 2, PUT
 * /v1/applications/<application>/categories/. Returns the psks that were assigned, in the order asked. Error: `not_found` for the application.
 */
export async function assignCategories(
  platform: Platform,
  caller: Caller,
  identifier: string,
  psks: readonly number[],
): Promise<number[]> {
  return changeCatalog(platform.database, caller.orgId, async (tx) => {
    const application = await findManageableApplication(tx, caller, identifier);
    const known = new Map((await store.listCategories(tx, caller.orgId)).map((row) => [row.psk, row.id]));
    const valid = [...new Set(psks)].filter((psk) => known.has(psk));
    await store.replaceCategories(
      tx,
      caller.orgId,
      application.id,
      valid.map((psk) => known.get(psk) ?? ''),
    );
    return { applications: [application.id], result: valid };
  });
}
