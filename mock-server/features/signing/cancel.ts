import { signStatuses, wrapStatuses } from '../../../contract/common/codes.ts';
import { changeCatalog } from '../../platform/database/changes/changes.ts';
import type { CatalogTx } from '../../platform/database/handles.ts';
import type { Platform } from '../../platform/services.ts';
import { updateVersion } from '../applications/facade.ts';
import { preparePackageJob } from './prepare-job.ts';
import * as store from './store.ts';

/** Cancels requests that wait to be signed with these credentials. */
export async function cancelSigningWith(
  tx: CatalogTx,
  { orgId, credentials }: { orgId: string; credentials: string },
): Promise<void> {
  const rows = await store.listWaitingFor(tx, orgId, credentials);
  for (const row of rows) await cancel(tx, row, 'The signing credentials were deleted. Sign with others.');
}

/** Age (ms) at which a request must have its job, unless somebody deleted the job. */
const minAgeMs = 60_000;

/** Cancels requests whose job was deleted or has failed for good, because nothing else would end them. */
export async function cancelAbandoned({ database }: Platform): Promise<void> {
  const before = new Date(Date.now() - minAgeMs).toISOString();
  for (const row of await store.listWaitingSince(database.db, before)) {
    const payloads = await store.listPayloads(database.db, row.org_id, preparePackageJob.name);
    if (payloads.some((payload) => payload.includes(`"${row.request}"`))) continue;
    await changeCatalog(database, row.org_id, async (tx) => ({
      applications: [],
      result: await cancel(tx, row, 'The job that was to make the package was deleted. Ask for it again.'),
    }));
  }
}

async function cancel(tx: CatalogTx, row: store.PreparationRow, why: string): Promise<void> {
  if (!(await store.endPreparation(tx, row, 'cancelled'))) return;
  const version = await store.findVersionById(tx, row.org_id, row.version);
  if (version === undefined) return;
  await updateVersion(tx, row.org_id, row.version, {
    ...(version.sign_status === signStatuses.signing && {
      sign_status: signStatuses.cancelled,
      sign_status_details: why,
    }),
    ...(version.wrap_status === wrapStatuses.applying && { wrap_status: wrapStatuses.error }),
  });
}
