import { changeActivity } from '../../platform/database/changes/changes.ts';
import { runBeforeCommit } from '../../platform/database/changes/transaction-state.ts';
import type { ActivityTx, Tx } from '../../platform/database/handles.ts';
import { createId, getNow } from '../../platform/database/identifiers.ts';
import * as journals from '../journals/facade.ts';
import * as store from './store.ts';

/** Writes a download when the transaction ends, with its position in the journal. */
export function addDownload(tx: ActivityTx, row: Omit<store.DownloadRow, 'position'>): void {
  const { org_id, application, created } = row;
  runBeforeCommit(tx, 'downloads', async () => {
    const [position = 0] = await journals.reservePositionQueries(tx, org_id, 'download', 1);
    await journals.recordJournalDays(tx, org_id, 'download', [{ at: created, position }]);
    await store.insertDownload(tx, { ...row, position });
    if (row.kind === 'direct_catalog') return;
    const type = row.kind === 'direct' ? 'direct' : 'native';
    await journals.countDownload(tx, { org_id, application, type, at: created });
  });
}

/** A person's first sign-in with an App Catalog on a device. */
interface FirstLogin {
  /** The new one. */
  pairing: { org_id: string; id: string; user: string; device: string };
  /** Null for a portal, which is no App Catalog. */
  client: { bundleId: string; version: string } | null;
}

/**
 * Counts the download of an App Catalog at the first sign-in with it on a device, unless that person was signed in when
 * downloading it there: “the first download of an App Catalog counts only after the first login on the device”;
 * document 3, Feeds.
 */
export async function countFirstLogin(
  tx: Tx,
  { pairing: { org_id, id, user, device }, client }: FirstLogin,
): Promise<void> {
  if (client === null) return;
  const installed = await store.findAppCatalog(tx, org_id, client);
  if (installed === undefined) return;
  await changeActivity(tx, org_id, async (change) => {
    if (await store.isDownloadedOn(change, org_id, { application: installed.application, user, device })) {
      return null;
    }
    addDownload(change, {
      org_id,
      id: createId(),
      kind: 'first_login',
      user,
      device,
      ...installed,
      link: `first-login ${id}`,
      created: getNow(),
    });
    // It was counted when the package was downloaded.
    return { application: installed.application, userId: user, counts: {} };
  });
}
