import type { Database } from '../connect.ts';
import type { ActivityTx, CatalogTx, DeviceTx, MembershipTx, TermsTx, Tx } from '../handles.ts';
import { lockOrganization, withRowLock } from '../locks.ts';
import { prepareFirst, type Value } from '../prepared.ts';
import { withGuard, withoutGuard } from '../unguarded.ts';
import { type Changed, logCatalogChange, raiseAfterReport, raiseRevisions } from './change-log.ts';
import { runPipelined } from './pipelined.ts';
import { recordRaised, runBeforeCommit } from './transaction-state.ts';

/**
 * Every change that a catalog can show is made by these functions. Each opens a transaction, or joins the given one,
 * passes `work` the only handle that can write these tables, and raises the revisions of what `work` reports as
 * changed. Because of the revisions, the service answers requests for unchanged catalogs without reading them;
 * docs/decisions/0015.
 */

/** The database, to make a change in a new transaction, or an open transaction, to make it there. */
export type DatabaseOrTx = Database | Tx;

const runInTransaction = <R>(within: DatabaseOrTx, work: (tx: Tx) => Promise<R>): Promise<R> =>
  'dialect' in within ? within.transaction(work) : work(within);

export interface CatalogChange<R> {
  /** Ids of the applications that catalogs may now show differently; `all` when any may. */
  applications: Changed;
  result: R;
}

/**
 * Changes what the catalogs of an organization show: applications, versions, categories, assignments, settings. Changes
 * of one organization are made one after another: it is locked before `work` begins.
 */
export const changeCatalog = <R>(
  within: DatabaseOrTx,
  orgId: string,
  work: (tx: CatalogTx) => Promise<CatalogChange<R>>,
): Promise<R> =>
  runInTransaction(within, async (tx) => {
    await lockOrganization(tx, orgId);
    const { applications, result } = await work(withGuard(withoutGuard(tx)));
    if (applications.length > 0) await raiseCatalog(tx, orgId, applications);
    return result;
  });

async function raiseCatalog(tx: Tx, orgId: string, changed: Changed): Promise<void> {
  const { revision } = await withoutGuard(tx)
    .updateTable('organizations')
    .set((row) => ({ catalog_revision: row('catalog_revision', '+', 1) }))
    .where('id', '=', orgId)
    .returning('catalog_revision as revision')
    .executeTakeFirstOrThrow();
  await logCatalogChange(tx, orgId, revision, changed);
  recordRaised(tx, orgId, []);
}

/** Changes which groups these users belong to. */
export const changeMemberships = <R>(
  within: DatabaseOrTx,
  orgId: string,
  userIds: readonly string[],
  work: (tx: MembershipTx) => Promise<R>,
): Promise<R> =>
  runInTransaction(within, async (tx) => {
    const result = await work(withGuard(withoutGuard(tx)));
    // A person's own revision stands for their groups; the applications of the groups have not changed.
    await raiseUsers(tx, orgId, userIds, []);
    return result;
  });

async function raiseUsers(
  tx: Tx,
  orgId: string,
  userIds: readonly string[],
  changed: Changed,
): Promise<void> {
  await raiseRevisions(tx, 'users', orgId, userIds, changed);
  recordRaised(tx, orgId, userIds);
}

export interface DeviceChange<R> {
  /** Applications that the catalogs on this device may now show differently; null where nothing has changed. */
  applications: Changed | null;
  result: R;
}

/** Changes what is known about devices, or what they have installed. */
export const changeDevices = <R>(
  within: DatabaseOrTx,
  orgId: string,
  deviceIds: readonly string[],
  work: (tx: DeviceTx) => Promise<DeviceChange<R>>,
): Promise<R> =>
  runInTransaction(within, async (tx) => {
    const { applications, result } = await work(withGuard(withoutGuard(tx)));
    if (applications !== null) await raiseRevisions(tx, 'devices', orgId, deviceIds, applications);
    return result;
  });

/** Changes what is known about one device, or what it has installed. */
export const changeDevice = <R>(
  within: DatabaseOrTx,
  orgId: string,
  deviceId: string,
  work: (tx: DeviceTx) => Promise<DeviceChange<R>>,
): Promise<R> => changeDevices(within, orgId, [deviceId], work);

/**
 * The state in which a device's report is taken. As long as neither revision changes, what is kept of the device stays
 * true.
 */
export interface ReportRevisions {
  /** The revision of the device. */
  device: number;
  /** The revision of its organization's catalogs when the device's row was locked, or earlier. */
  catalog: number;
}

const readReportRevisions = prepareFirst((tx: DeviceTx, orgId: Value, deviceId: Value) =>
  withRowLock(
    tx,
    tx
      .selectFrom('devices')
      .innerJoin('organizations', 'organizations.id', 'devices.org_id')
      .select(['devices.revision as device', 'organizations.catalog_revision as catalog'])
      .where('devices.org_id', '=', orgId)
      .where('devices.id', '=', deviceId),
    { changed: ['devices'] },
  ),
);

/**
 * Takes what a device reports about itself. The device's row is locked before `work` begins, so that two reports of one
 * device do not interleave; `work` is passed the device's state. Returns the state afterwards and the result; null
 * where the device has just been deleted.
 */
export async function takeReport<R>(
  tx: Tx,
  { orgId, deviceId, moment }: { orgId: string; deviceId: string; moment: string },
  work: (tx: DeviceTx, at: ReportRevisions) => Promise<DeviceChange<R>>,
): Promise<{ result: R; at: ReportRevisions } | null> {
  const handle = withGuard<DeviceTx>(withoutGuard(tx));
  const at = await readReportRevisions(handle, orgId, deviceId);
  if (at === undefined) return null;
  const { applications: changed, result } = await work(handle, at);
  const report = { orgId, id: deviceId, moment, revision: at.device, changed };
  return { result, at: { ...at, device: await raiseAfterReport(tx, report) } };
}

/** What was done with an application. */
export interface Activity {
  application: string;
  /** Null for a direct install, which needs no sign-in. */
  userId: string | null;
  /** What to add to the application's counts. */
  counts: { downloads?: number; likes?: number; dislikes?: number };
}

/**
 * Records downloads and reviews, which are in activity and not in the audit log; `work` returns what was done, or null
 * when nothing was.
 */
export const changeActivity = (
  within: DatabaseOrTx,
  orgId: string,
  work: (tx: ActivityTx) => Promise<Activity | null>,
): Promise<void> => {
  const change = async (tx: Tx) => {
    const done = await work(withGuard(withoutGuard(tx)));
    if (done === null) return;
    // A transaction that locks several rows begins with devices, continues with persons and applications, and ends with
    // the rows of which numbers are taken.
    if (done.userId !== null) await raiseUsers(tx, orgId, [done.userId], [done.application]);
    addToCounts(tx, orgId, done);
  };
  return 'dialect' in within ? within.unaudited(change) : change(within);
};

/**
 * The counts, and the activity revision, which every writer in the organization raises, change together with `commit`.
 * So no writer waits for the work of another, and a reader who sees a revision sees all changes before it.
 */
function addToCounts(tx: Tx, orgId: string, { application, counts }: Activity): void {
  const subject = withoutGuard(tx)
    .updateTable('applications')
    .where('org_id', '=', orgId)
    .where('id', '=', application);
  runBeforeCommit(tx, 'counts', async () => {
    await runPipelined(tx, raiseActivity(tx, orgId));
    await runPipelined(
      tx,
      subject.set((row) => ({
        num_downloads: row('num_downloads', '+', counts.downloads ?? 0),
        num_likes: row('num_likes', '+', counts.likes ?? 0),
        num_dislikes: row('num_dislikes', '+', counts.dislikes ?? 0),
        counts_revision: row
          .selectFrom('activity_revisions')
          .select('activity_revisions.revision')
          .where('activity_revisions.org_id', '=', orgId),
      })),
    );
  });
}

const raiseActivity = (tx: Tx, orgId: string) =>
  withoutGuard(tx)
    .insertInto('activity_revisions')
    .values({ org_id: orgId, revision: 1 })
    .onConflict((conflict) =>
      conflict
        .column('org_id')
        .doUpdateSet((row) => ({ revision: row('activity_revisions.revision', '+', 1) })),
    );

/**
 * Changes what an organization asks people to accept. That changes how no application is shown, but whether a catalog
 * opens. Changes of one organization are made one after another: it is locked before `work` begins.
 */
export const changeTerms = <R>(
  within: DatabaseOrTx,
  orgId: string,
  work: (tx: TermsTx) => Promise<R>,
): Promise<R> =>
  runInTransaction(within, async (tx) => {
    await lockOrganization(tx, orgId);
    const result = await work(withGuard(withoutGuard(tx)));
    await raiseCatalog(tx, orgId, []);
    return result;
  });

/** Records a person's answer to terms, which opens or closes their catalogs. */
export const changeTermsAnswer = <R>(
  within: DatabaseOrTx,
  orgId: string,
  userId: string,
  work: (tx: TermsTx) => Promise<R>,
): Promise<R> =>
  runInTransaction(within, async (tx) => {
    const result = await work(withGuard(withoutGuard(tx)));
    await raiseUsers(tx, orgId, [userId], []);
    return result;
  });
