import { changeCatalog } from '../../platform/database/changes/changes.ts';
import type { Platform } from '../../platform/services.ts';
import { renewProvider } from './provider-settings.ts';
import { pushCertificatePurpose } from './push-certificate.ts';
import * as store from './store.ts';

/**
 * Encrypts the secrets of organizations with the current key; returns how many organizations had something that another
 * key encrypted.
 */
export async function renewOrganizations(platform: Platform): Promise<number> {
  let count = 0;
  for (const id of await store.listOrganizationIds(platform.database.db))
    if (await renewOrganization(platform, id)) count += 1;
  return count;
}

const renewOrganization = ({ database, secrets }: Platform, id: string): Promise<boolean> =>
  // The organization is locked, so that no change of its settings is lost.
  changeCatalog(database, id, async (tx) => {
    const row = await store.findOrganizationById(tx, id);
    if (row === undefined) return { applications: [], result: false };
    const settings = renewProvider(secrets, row.settings);
    const push_cert = row.push_cert && secrets.renew(pushCertificatePurpose, row.push_cert);
    if (settings === row.settings && push_cert === row.push_cert) return { applications: [], result: false };
    await store.updateOrganization(tx, id, { settings, push_cert });
    return { applications: [], result: true };
  });
