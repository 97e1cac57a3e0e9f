import { type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../../migrations/tables.ts';
import { splitIntoChunks } from '../../chunks.ts';
import type { Tx } from '../handles.ts';
import { getNow } from '../identifiers.ts';
import { preparePipelined, toNumber, type Value } from '../prepared.ts';
import { withoutGuard } from '../unguarded.ts';
import { runPipelined } from './pipelined.ts';

/**
 * The change log says which applications each raised revision stands for, so that a catalog that was synced at one
 * revision is told what changed since. It is written in the transaction that raises the revision, whose row is locked until
 * that transaction ends: a reader who sees a revision also sees its rows, and those of all revisions before it.
 */

/** Applications that may now be shown differently; `all`: any may. Empty: only the scope itself has changed. */
export type Changed = readonly string[] | 'all';

/** In place of applications' ids: anything may have changed. */
export const anyApplication = '';
/** In place of applications' ids: no application, but a person's groups or a device's kind. */
export const noApplication = '-';

/** Most applications that are logged for one revision; more are logged as `anyApplication`. */
const maxLoggedApplications = 2_000;
/** Most of them in one row: a key or a page of the database has no room for all. */
const maxApplicationsPerRow = 250;
const between = ' ';

/**
 * Revisions of a scope that a client is told of; one with an older one gets the complete catalog. Those of an
 * organization are deleted at once, those of persons and devices by their age.
 */
export const retainedRevisions = 1_000;

/** The beginning of a scope's name, before the id of the person or device. */
const prefixes = { users: 'u:', devices: 'd:' } as const;

export const organizationScope = '';
export const getUserScope = (userId: string): string => prefixes.users + userId;
export const getDeviceScope = (deviceId: string): string => prefixes.devices + deviceId;

type RevisedTable = keyof typeof prefixes;

/** Raises the revisions of persons or devices, and logs why. The statements' answers are not awaited. */
export async function raiseRevisions(
  tx: Tx,
  table: RevisedTable,
  orgId: string,
  ids: readonly string[],
  changed: Changed,
): Promise<void> {
  const [row, ...others] = toLoggedRows(changed);
  if (row === undefined) return;
  const [id] = ids;
  if (id !== undefined && ids.length === 1 && others.length === 0) {
    const { next, log } = raiseOne[table];
    await next(tx, orgId, id);
    return log(tx, orgId, id, row.applications, getNow());
  }
  const org = sql<string>`${orgId}`;
  const rows = [row, ...others].map(rowOf);
  for (const part of splitIntoChunks(ids.map((one) => sql<string>`${one}`))) {
    await runPipelined(tx, raisedCatalogs(tx, table, org, part));
    await runPipelined(tx, logged(tx, table, org, part, rows, sql<string>`${getNow()}`));
  }
}

/** The same for one person or device with one row in the log, as in nearly every request that changes something. */
const oneOf = (table: RevisedTable) => ({
  next: preparePipelined((tx: Tx, orgId: Value, id: Value) => raisedCatalogs(tx, table, orgId, [id])),
  log: preparePipelined((tx: Tx, orgId: Value, id: Value, applications: Value, created: Value) =>
    logged(tx, table, orgId, [id], [sql`(0, ${applications})`], created),
  ),
});
const raiseOne = { users: oneOf('users'), devices: oneOf('devices') };

const rowOf = ({ part, applications }: LoggedRow) =>
  sql`(cast(${part} as integer), cast(${applications} as text))`;

const raisedCatalogs = (tx: Tx, table: RevisedTable, orgId: Value, ids: readonly Value[]) =>
  withoutGuard(tx)
    .updateTable(table)
    .set({ revision: sql<number>`revision + 1` })
    .where('org_id', '=', orgId)
    .where('id', 'in', ids);

/** Inserts `rows` into the log for each of the persons or devices. */
function logged(
  tx: Tx,
  table: RevisedTable,
  orgId: Value,
  ids: readonly Value[],
  rows: readonly RawBuilder<unknown>[],
  created: Value,
) {
  const db = withoutGuard(tx);
  const logs = db
    .selectFrom(table)
    // Both engines call the columns of such a list so.
    .innerJoin(sql<{ column1: number; column2: string }>`(values ${sql.join(rows)})`.as('changed'), (join) =>
      join.onTrue(),
    )
    .select(['org_id', sql<string>`${sql.lit(prefixes[table])} || ${sql.ref(`${table}.id`)}`.as('scope')])
    .select(['revision', 'changed.column1', 'changed.column2', created.as('created')])
    .where('org_id', '=', orgId)
    .where('id', 'in', ids);
  const columns = ['org_id', 'scope', 'revision', 'part', 'applications', 'created'] as const;
  return db
    .insertInto('catalog_changes')
    .columns([...columns])
    .expression(logs);
}

/**
 * A device's report. `revision` is the device's revision before it; `changed` is as in `raiseRevisions`, null where nothing
 * changed.
 */
interface Report {
  orgId: string;
  id: string;
  moment: string;
  revision: number;
  changed: Changed | null;
}

/**
 * Records when a device reported, together with its new revision: usually in one write of its row, which the
 * transaction has locked, and without waiting for an answer. Returns the revision afterwards.
 */
export async function raiseAfterReport(
  tx: Tx,
  { orgId, id, moment, revision, changed }: Report,
): Promise<number> {
  const [row, ...others] = changed === null ? [] : toLoggedRows(changed);
  if (changed === null || row === undefined || others.length > 0) {
    await reported.asItWas(tx, orgId, id, moment);
    if (changed !== null) await raiseRevisions(tx, 'devices', orgId, [id], changed);
    return changed === null ? revision : revision + 1;
  }
  await reported.raised(tx, orgId, id, moment);
  const scope = getDeviceScope(id);
  await reported.log(tx, orgId, scope, String(revision + 1), row.applications, moment);
  return revision + 1;
}

const selectDevice = (tx: Tx, orgId: Value, id: Value) =>
  withoutGuard(tx).updateTable('devices').where('org_id', '=', orgId).where('id', '=', id);

const reported = {
  asItWas: preparePipelined((tx: Tx, orgId: Value, id: Value, moment: Value) =>
    selectDevice(tx, orgId, id).set({ inventory_reported: moment }),
  ),
  raised: preparePipelined((tx: Tx, orgId: Value, id: Value, moment: Value) =>
    selectDevice(tx, orgId, id).set({ inventory_reported: moment, revision: sql<number>`revision + 1` }),
  ),
  log: preparePipelined(
    (tx: Tx, orgId: Value, scope: Value, revision: Value, applications: Value, created: Value) =>
      tx.insertInto('catalog_changes').values({
        org_id: orgId,
        scope,
        revision: toNumber(revision),
        part: sql<number>`0`,
        applications,
        created,
      }),
  ),
};

/** Logs why the revision of an organization's catalogs was raised, in the transaction that raised it. */
export async function logCatalogChange(
  tx: Tx,
  orgId: string,
  revision: number,
  changed: Changed,
): Promise<void> {
  const created = getNow();
  const rows = toLoggedRows(changed).map((row) => ({
    ...row,
    org_id: orgId,
    scope: organizationScope,
    revision,
    created,
  }));
  for (const part of splitIntoChunks(rows))
    await runPipelined(tx, tx.insertInto('catalog_changes').values(part));
  if (revision <= retainedRevisions) return;
  const old = tx.deleteFrom('catalog_changes').where('org_id', '=', orgId);
  const stored = revision - retainedRevisions;
  await runPipelined(tx, old.where('scope', '=', organizationScope).where('revision', '<=', stored));
}

type LoggedRow = Pick<Tables['catalog_changes'], 'part' | 'applications'>;

/** The rows of one revision. */
function toLoggedRows(changed: Changed): readonly LoggedRow[] {
  if (changed === 'all' || changed.length > maxLoggedApplications)
    return [{ part: 0, applications: anyApplication }];
  const different = [...new Set(changed)];
  if (different.length === 0) return [{ part: 0, applications: noApplication }];
  return splitIntoChunks(different, maxApplicationsPerRow).map((ids, part) => ({
    part,
    applications: ids.join(between),
  }));
}

/** The applications that a row of the log names. */
export const listLoggedApplications = ({ applications }: Pick<LoggedRow, 'applications'>) =>
  applications.split(between);
