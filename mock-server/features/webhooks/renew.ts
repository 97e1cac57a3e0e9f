import type { Platform } from '../../platform/services.ts';
import { getPurpose } from './secret.ts';
import * as store from './store.ts';

/** Encrypts the secrets of all webhooks with the current secret; returns how many were encrypted with another. */
export async function renewWebhooks({ database, secrets }: Platform): Promise<number> {
  let count = 0;
  for (const { org_id, id, sealed_secret: before } of await store.listAllWebhooks(database.db)) {
    const sealed_secret = secrets.renew(getPurpose(org_id, id), before);
    if (sealed_secret === before) continue;
    await database.transaction((tx) => store.updateWebhook(tx, org_id, id, { sealed_secret }));
    count += 1;
  }
  return count;
}
