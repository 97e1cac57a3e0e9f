import { roles } from '../../../contract/common/codes.ts';
import type { Db } from '../../platform/database/handles.ts';
import { notFoundError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/contexts.ts';
import { isAssignedToUser } from './lists/list-store.ts';
import { findApplication, findVersion } from './lookup.ts';
import type { ApplicationRow, VersionRow } from './store.ts';

/** Whether the caller sees only the applications of their own groups, as developers do; document 1, Roles. */
export const isLimitedToOwnApplications = (caller: Caller): boolean =>
  caller.user.role !== roles.administrator && caller.user.role !== roles.appManager;

/** An application that the caller may manage. Error: `not_found`. */
export async function findManageableApplication(
  db: Db,
  caller: Caller,
  identifier: string,
): Promise<ApplicationRow> {
  const row = await findApplication(db, caller.orgId, identifier);
  if (row === undefined || !(await mayManage(db, caller, row.id))) throw notFoundError('application');
  return row;
}

/** Filters applications to those that the caller may manage. */
export async function filterManageable(
  db: Db,
  caller: Caller,
  rows: ApplicationRow[],
): Promise<ApplicationRow[]> {
  const may = await Promise.all(rows.map((row) => mayManage(db, caller, row.id)));
  return rows.filter((_row, index) => may[index]);
}

/** A version of an application that the caller may manage. Error: `not_found`. */
export async function findManageableVersion(db: Db, caller: Caller, identifier: string): Promise<VersionRow> {
  const row = await findVersion(db, caller.orgId, identifier);
  if (row === undefined || !(await mayManage(db, caller, row.application))) throw notFoundError('version');
  return row;
}

const mayManage = async (db: Db, caller: Caller, applicationId: string): Promise<boolean> =>
  !isLimitedToOwnApplications(caller) || isAssignedToUser(db, caller.orgId, applicationId, caller.user.id);
