import { noEndDate, type RoleCode, roles } from '../../../contract/common/codes.ts';
import type { Db } from '../../platform/database/connect.ts';
import { now } from '../../platform/database/identifiers.ts';
import { type ListQuery, parsePage, parseSort } from '../../platform/database/list-controls.ts';
import { touchUsers } from '../../platform/database/revisions.ts';
import type { Caller } from '../../platform/http/contexts.ts';
import { notFound, ServiceError } from '../../platform/http/errors.ts';
import type { Platform } from '../../platform/services.ts';
import { joinGroups } from '../groups/read-model.ts';
import { hashPassword, revokeTokens } from '../identity/read-model.ts';
import { readSettings } from '../organizations/read-model.ts';
import { byTemplate } from './metadata.ts';
import { assertPassword, rulesFor } from './password-rules.ts';
import { assertMayManage, limitedToOwnGroups } from './policy.ts';
import { createUser, findUser } from './read-model.ts';
import * as store from './store.ts';

export interface AddUser {
  user_id: string;
  password: string;
  first_name: string;
  last_name: string;
  email?: string;
  role?: RoleCode;
  phone?: string;
  custom_metadata?: Record<string, unknown>;
  groups?: (string | number)[];
}

/** Adds a user with memberships, all or nothing; document 1, POST /v1/users/. Returns the row. */
export async function addUser(platform: Platform, caller: Caller, input: AddUser): Promise<store.UserRow> {
  const { db } = platform.database;
  const role = input.role ?? roles.user;
  assertMayManage(caller, role);
  if (role === roles.administrator && input.email === undefined) {
    throw new ServiceError('invalid_request', 'An administrator needs an e-mail address: send email.');
  }
  const settings = await readSettings(db, caller.orgId);
  await assertPassword(rulesFor(role, settings), null, input.password);
  const metadata = byTemplate(settings.user_custom_metadata_template, input.custom_metadata ?? {});
  const passwordHash = await hashPassword(input.password, platform.config.limits);
  return db.transaction().execute(async (tx) => {
    const user = await createUser(tx, caller.orgId, {
      userId: input.user_id,
      passwordHash,
      firstName: input.first_name,
      lastName: input.last_name,
      email: input.email ?? null,
      mobilePhone: input.phone ?? null,
      role,
      customMetadata: Object.keys(metadata).length === 0 ? null : metadata,
      status: 'enabled',
    });
    await joinGroups(tx, caller, user.id, input.groups ?? []);
    return user;
  });
}

/** A user that the caller may manage. Errors: `not_found`, `forbidden`. */
export async function manageable(
  db: Db,
  caller: Caller,
  identifier: string | number,
): Promise<store.UserRow> {
  const user = await findUser(db, caller.orgId, identifier);
  if (user === undefined) throw notFound('user');
  if (limitedToOwnGroups(caller) && !(await store.shareGroup(db, caller.orgId, caller.user.id, user.id))) {
    throw notFound('user');
  }
  return user;
}

/** The caller's own row. */
export async function self(platform: Platform, caller: Caller): Promise<store.UserRow> {
  const user = await findUser(platform.database.db, caller.homeOrgId, caller.user.id);
  if (user === undefined) throw notFound('user');
  return user;
}

/** Users by the list controls; `search=field:text` looks into one custom metadata field. */
export async function listUsers(platform: Platform, caller: Caller, query: ListQuery) {
  const { db } = platform.database;
  const settings = await readSettings(db, caller.orgId);
  const search = query.search?.trim() || null;
  const [field = '', ...rest] = search?.split(':') ?? [];
  const isMetadata = rest.length > 0 && Object.hasOwn(settings.user_custom_metadata_template, field);
  return store.listUsers(db, caller.orgId, {
    search: isMetadata ? null : search,
    metadata: isMetadata ? { field, text: rest.join(':') } : null,
    sort: parseSort(query.sort, Object.keys(store.sortColumns)),
    page: parsePage(query.page),
    sharingGroupsWith: limitedToOwnGroups(caller) ? caller.user.id : null,
  });
}

/** Deletes a user: no token works from now on, the names are free again. Errors: `not_found`, `forbidden`, `conflict`. */
export async function deleteUser(
  platform: Platform,
  caller: Caller,
  identifier: string | number,
): Promise<void> {
  await platform.database.db.transaction().execute(async (tx) => {
    const user = await manageable(tx, caller, identifier);
    assertMayManage(caller, user.role);
    await store.updateUser(tx, user.org_id, user.id, { deleted: now(), modified: now() });
    await assertAdministratorLeft(tx, user);
    await store.releaseName(tx, 'user_id', user.user_id, user.id);
    if (user.email !== null) await store.releaseName(tx, 'email', user.email, user.id);
    await store.rememberDeleted(tx, user.org_id, user.user_id, user.id);
    await store.leaveAllGroups(tx, user.org_id, user.id);
    await revokeTokens(tx, user.org_id, user.id);
  });
}

/** An organization that nobody can administrate any more would be lost. */
async function assertAdministratorLeft(tx: Db, user: store.UserRow): Promise<void> {
  if (user.role !== roles.administrator) return;
  if ((await store.countAdministrators(tx, user.org_id, now())) > 0) return;
  throw new ServiceError(
    'conflict',
    'This is the last administrator of the organization. Make another one first.',
  );
}

export interface UserChange {
  email?: string | null;
  password?: string;
  first_name?: string;
  last_name?: string;
  phone?: string;
  role?: RoleCode;
  custom_metadata?: Record<string, unknown> | null;
  disabled?: boolean;
  until_date?: string | null;
}

/** Changes a user; a new password, role or a disabled account ends what the old ones opened. */
export async function updateUser(
  platform: Platform,
  caller: Caller,
  identifier: string,
  change: UserChange,
): Promise<void> {
  const { db } = platform.database;
  const user = await manageable(db, caller, identifier);
  assertMayManage(caller, user.role);
  if (change.role !== undefined) assertMayManage(caller, change.role);
  const password =
    change.password === undefined ? {} : await passwordColumns(platform, user, change.password);
  const columns = { ...(await plainColumns(db, user, change)), ...password, modified: now() };
  await db.transaction().execute(async (tx) => {
    if (change.email !== undefined) await moveEmail(tx, user, change.email);
    await store.updateUser(tx, user.org_id, user.id, columns);
    await assertAdministratorLeft(tx, user);
    if (change.password !== undefined || columns.disabled === 1) await revokeTokens(tx, user.org_id, user.id);
    await touchUsers(tx, user.org_id, [user.id]);
  });
}

async function passwordColumns(platform: Platform, user: store.UserRow, password: string) {
  const settings = await readSettings(platform.database.db, user.org_id);
  const rules = rulesFor(user.role, settings);
  await assertPassword(rules, user, password);
  const history = [user.password_hash, ...(JSON.parse(user.password_history) as string[])];
  return {
    password_hash: await hashPassword(password, platform.config.limits),
    password_history: JSON.stringify(history.slice(0, rules.password_history)),
    password_changed: now(),
    failed_logins: 0,
    locked_until: null,
  };
}

async function plainColumns(
  db: Db,
  user: store.UserRow,
  change: UserChange,
): Promise<Partial<store.UserRow>> {
  const columns: Partial<store.UserRow> = {};
  if (change.first_name !== undefined) columns.first_name = change.first_name;
  if (change.last_name !== undefined) columns.last_name = change.last_name;
  if (change.phone !== undefined) columns.mobile_phone = change.phone || null;
  if (change.email !== undefined) columns.email = change.email;
  if (change.role !== undefined) columns.role = change.role;
  if (change.disabled !== undefined) Object.assign(columns, disabling(change.disabled));
  if (change.until_date !== undefined) columns.until = readEndDate(change.until_date);
  if (change.custom_metadata !== undefined) {
    const { user_custom_metadata_template: template } = await readSettings(db, user.org_id);
    columns.custom_metadata =
      change.custom_metadata === null ? null : JSON.stringify(byTemplate(template, change.custom_metadata));
  }
  const administrator = (columns.role ?? user.role) === roles.administrator;
  if (administrator && (change.email === null || (user.email === null && !change.email))) {
    throw new ServiceError('invalid_request', 'An administrator needs an e-mail address: send email.');
  }
  return columns;
}

const disabling = (disabled: boolean) =>
  disabled
    ? { disabled: 1 as const, disabled_reason: 0 }
    : { disabled: 0 as const, disabled_reason: null, failed_logins: 0, locked_until: null };

/** An ISO 8601 moment to UTC; null or the no-end value to null. Error: `invalid_input`. */
function readEndDate(value: string | null): string | null {
  if (value === null || value.startsWith(noEndDate.slice(0, 10))) return null;
  const moment = new Date(value);
  if (Number.isNaN(moment.getTime())) {
    throw new ServiceError('invalid_input', 'until_date: write it as an ISO 8601 date.', {
      details: { field: 'until_date' },
    });
  }
  return moment.toISOString();
}

async function moveEmail(tx: Db, user: store.UserRow, email: string | null): Promise<void> {
  if (user.email?.toLowerCase() === email?.toLowerCase()) return;
  if (email !== null) {
    const row = { kind: 'email', key: email.toLowerCase(), org_id: user.org_id, user: user.id } as const;
    if (!(await store.claimName(tx, row))) {
      throw new ServiceError('already_used', 'This e-mail address is already in use.', {
        details: { field: 'email' },
      });
    }
  }
  if (user.email !== null) await store.releaseName(tx, 'email', user.email, user.id);
}

/** Deletes several users by login name; each that can't be is reported and does not stop the others. */
export async function deleteUsers(platform: Platform, caller: Caller, userIds: readonly string[]) {
  const deleted: string[] = [];
  const failed: { object: string; error: ServiceError }[] = [];
  for (const userId of new Set(userIds)) {
    try {
      await deleteUser(platform, caller, userId);
      deleted.push(userId);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      failed.push({ object: userId, error });
    }
  }
  return { deleted, failed };
}
