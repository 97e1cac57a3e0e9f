import { roles } from '../../../contract/common/codes.ts';
import type { Tables } from '../../migrations/tables.ts';
import type { Db, Tx } from '../../platform/database/handles.ts';
import { withRowLock } from '../../platform/database/locks.ts';

export type ReportRow = Tables['support_reports'];
export type DeferralRow = Tables['deferrals'];
type Page = { start: number; count: number };

export const insertReport = (tx: Tx, row: ReportRow) =>
  tx.insertInto('support_reports').values(row).execute();

/** Locks a person until the transaction ends, so that their reports are counted by one transaction at a time. */
export async function lockAuthor(tx: Tx, orgId: string, user: string): Promise<void> {
  const author = tx.selectFrom('users').select('id').where('org_id', '=', orgId).where('id', '=', user);
  await withRowLock(tx, author, { changed: ['users'] }).execute();
}

/** When the reports of a person since a moment were made, the oldest first. */
export async function listReportTimes(db: Db, orgId: string, user: string, since: string): Promise<string[]> {
  const rows = await db
    .selectFrom('support_reports')
    .select('created')
    .where('org_id', '=', orgId)
    .where('user', '=', user)
    .where('created', '>', since)
    .orderBy('created')
    .execute();
  return rows.map(({ created }) => created);
}

const selectReports = (db: Db, orgId: string) =>
  db
    .selectFrom('support_reports as report')
    .innerJoin('users', (join) =>
      join.onRef('users.org_id', '=', 'report.org_id').onRef('users.id', '=', 'report.user'),
    )
    .leftJoin('applications', (join) =>
      join
        .onRef('applications.org_id', '=', 'report.org_id')
        .onRef('applications.id', '=', 'report.application'),
    )
    .leftJoin('versions', (join) =>
      join
        .onRef('versions.org_id', '=', 'applications.org_id')
        .onRef('versions.id', '=', 'applications.latest_version'),
    )
    .selectAll('report')
    .select(['users.user_id', 'users.first_name', 'users.last_name', 'versions.app_name'])
    .where('report.org_id', '=', orgId);

export type ListedReport = NonNullable<Awaited<ReturnType<typeof findReportById>>>;

export const findReportById = (db: Db, orgId: string, id: string) =>
  selectReports(db, orgId).where('report.id', '=', id).executeTakeFirst();

/** The reports to an organization, newest first. */
export async function listReports(db: Db, orgId: string, { start, count }: Page) {
  const rows = await selectReports(db, orgId)
    .orderBy('report.id', 'desc')
    .offset(start)
    .limit(count)
    .execute();
  const { total } = await db
    .selectFrom('support_reports')
    .select((row) => row.fn.countAll<number>().as('total'))
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

export async function listOrganizationsWithReports(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('support_reports').select('org_id').distinct().execute();
  return rows.map(({ org_id }) => org_id);
}

/** Deletes the reports to an organization that were made before a moment. */
export async function deleteReports(db: Db, orgId: string, before: string): Promise<void> {
  await db.deleteFrom('support_reports').where('org_id', '=', orgId).where('created', '<', before).execute();
}

/** Notes a deferral, and returns it; where there is one for this version on this device, that one. */
export async function insertDeferral(tx: Tx, row: DeferralRow): Promise<DeferralRow> {
  const added = await tx
    .insertInto('deferrals')
    .values(row)
    .onConflict((conflict) => conflict.columns(['org_id', 'user', 'device', 'version']).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (added !== undefined) return added;
  return tx
    .selectFrom('deferrals')
    .selectAll()
    .where('org_id', '=', row.org_id)
    .where('user', '=', row.user)
    .where('device', '=', row.device)
    .where('version', '=', row.version)
    .executeTakeFirstOrThrow();
}

/** The deferrals of an organization, newest first. */
export async function listDeferrals(db: Db, orgId: string, { start, count }: Page) {
  const rows = await db
    .selectFrom('deferrals as deferral')
    .innerJoin('users', (join) =>
      join.onRef('users.org_id', '=', 'deferral.org_id').onRef('users.id', '=', 'deferral.user'),
    )
    .leftJoin('versions', (join) =>
      join.onRef('versions.org_id', '=', 'deferral.org_id').onRef('versions.id', '=', 'deferral.version'),
    )
    .selectAll('deferral')
    .select(['users.user_id', 'users.first_name', 'users.last_name'])
    .select(['versions.app_name', 'versions.version_num'])
    .where('deferral.org_id', '=', orgId)
    .orderBy('deferral.id', 'desc')
    .offset(start)
    .limit(count)
    .execute();
  const { total } = await db
    .selectFrom('deferrals')
    .select((row) => row.fn.countAll<number>().as('total'))
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

/** Administrators who can be mailed. */
export const listAdministrators = (db: Db, orgId: string) =>
  db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'email'])
    .where('org_id', '=', orgId)
    .where('role', '=', roles.administrator)
    .where('disabled', '=', 0)
    .where('deleted', 'is', null)
    .where('email', 'is not', null)
    .orderBy('id')
    .limit(50)
    .execute();
