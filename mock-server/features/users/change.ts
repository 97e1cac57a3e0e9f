import { disabledReasons, roles } from '../../../contract/common/codes.ts';
import type { OrganizationSettings } from '../../../contract/organizations.ts';
import type { UpdateUser } from '../../../contract/users.ts';
import { spend } from '../../platform/attempts/allowance.ts';
import type { Tx } from '../../platform/database/handles.ts';
import { getNow } from '../../platform/database/identifiers.ts';
import { lockOrganization } from '../../platform/database/locks.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { DomainEvents } from '../../platform/events.ts';
import type { Caller } from '../../platform/http/contexts.ts';
import { readEndDate } from '../../platform/http/responses/timestamps.ts';
import { recordActivity } from '../journals/facade.ts';
import {
  assertRecentSignIn,
  checkMetadataByTemplate,
  findOrganization,
  parseSettings,
  readSecuritySettings,
} from '../organizations/facade.ts';
import { assertAdministratorLeft, isActiveAdministrator } from './administrators.ts';
import { emailChanged, passwordSetByUpdate, userDisabled, userEnabled } from './events.ts';
import { alreadyUsedError } from './facade.ts';
import { scheduleInvitation, toReinvitedColumns } from './invitations.ts';
import { assertPassword, getPasswordRules, type NewPassword, toPasswordColumns } from './passwords/rules.ts';
import { assertMayManage, assertMayOpen, findVisibleUser } from './policy.ts';
import * as store from './store.ts';
import type { UsersContext } from './users-context.ts';

/** How often a user may be invited again within a time (ms), by all instances. */
const resends = { max: 5, window: 3_600_000 };

type UserRow = store.UserRow;

/**
 * Changes a user; a new password or disabling ends every session and API token at once. Errors: `not_found`,
 * `forbidden`, `already_used`, `invalid_request`, `invalid_input`, `conflict` for the last administrator,
 * `too_many_requests` for repeated invitations, `recent_sign_in_required` for a password, another role or another
 * e-mail address.
 */
export async function updateUser(
  platform: UsersContext,
  caller: Caller,
  identifier: string,
  change: UpdateUser,
): Promise<void> {
  const { db } = platform.database;
  const organization = await findOrganization(db, caller.orgId);
  const before = await findVisibleUser(db, caller, identifier);
  assertMayManage(caller, before.role);
  assertMayManage(caller, change.role ?? before.role);
  if (isAccountTakeover(before, change)) {
    for (const role of [before.role, change.role ?? before.role]) assertMayOpen(caller, role);
    await assertRecentSignIn(db, caller);
  }
  if (change.resend_invite === true) {
    // Limited, so that nobody can fill a mailbox with invitations.
    await spend(db, { key: `resend ${before.org_id} ${before.id}`, ...resends });
  }
  const hash = await hashNewPassword(platform, organization, before, change);
  await platform.database.transaction(async (tx) => {
    await lockOrganization(tx, caller.orgId);
    const user = await findVisibleUser(tx, caller, before.id);
    assertMayManage(caller, user.role);
    const columns = {
      ...getChangedColumns(user, change, parseSettings(organization), hash),
      ...(hash !== null && caller.user.id !== user.id && ({ first_password: 'unused' } as const)),
    };
    await apply(tx, user, columns);
    recordPassword(tx, caller, user, columns);
    await publish(tx, platform.events, caller, user, columns);
    if (change.resend_invite === true) {
      await scheduleInvitation(tx, platform.jobs, { ...user, ...columns }, caller.homeOrgId);
    }
  });
  platform.jobs.wake();
}

/**
 * Whether a change would let its maker sign in as the user, or gain more rights. Whoever reads the mailbox controls the
 * account, because a forgotten password is replaced by a mail.
 */
const isAccountTakeover = (user: UserRow, { password, role, email }: UpdateUser): boolean =>
  password !== undefined || (role ?? user.role) !== user.role || isEmailMoved(user, email);

/** Every change of an administrator's password is recorded; document 3, Feeds. */
function recordPassword(tx: Tx, caller: Caller, user: UserRow, columns: Partial<UserRow>): void {
  const isAdministrator = [user.role, columns.role].includes(roles.administrator);
  if (columns.password_hash === undefined || !isAdministrator) return;
  const way = caller.user.id === user.id ? 'self_service' : 'by_administrator';
  const by = { by: caller.user.id, by_org: caller.homeOrgId };
  recordActivity(tx, user.org_id, { kind: 'password_change', user: user.id, way, ...by });
}

/** Writes the columns. */
async function apply(tx: Tx, user: UserRow, columns: Partial<UserRow>): Promise<void> {
  if (columns.email !== undefined) await moveEmail(tx, user, columns.email);
  await store.updateUser(tx, user, columns);
  if (isActiveAdministrator(user) && !isActiveAdministrator({ ...user, ...columns })) {
    await assertAdministratorLeft(tx, user.org_id);
  }
}

/** Tells other features what was changed. */
async function publish(
  tx: Tx,
  events: DomainEvents,
  caller: Caller,
  user: UserRow,
  columns: Partial<UserRow>,
): Promise<void> {
  // First, so that sessions which a new password would end too end for this reason.
  if (columns.disabled === 1) await events.publish(tx, userDisabled, { user });
  if (columns.disabled === 0) await events.publish(tx, userEnabled, { user });
  if (columns.password_hash !== undefined) await events.publish(tx, passwordSetByUpdate, { user, caller });
  if (isEmailMoved(user, columns.email)) await events.publish(tx, emailChanged, { user });
}

/** Checks and hashes a new password, by the rules for the role that the user will have; null where none is sent. */
async function hashNewPassword(
  platform: UsersContext,
  organization: NewPassword['organization'],
  user: UserRow,
  change: UpdateUser,
): Promise<string | null> {
  if (change.password === undefined) return null;
  const person = {
    ...user,
    role: change.role ?? user.role,
    first_name: change.first_name ?? user.first_name,
    last_name: change.last_name ?? user.last_name,
    email: change.email ?? user.email,
  };
  const security = await readSecuritySettings(platform.database.db, user.org_id);
  const { password } = change;
  await assertPassword(platform, { password, organization, security, person, earlier: user });
  return platform.passwords.hash(change.password);
}

function getChangedColumns(
  user: UserRow,
  change: UpdateUser,
  settings: OrganizationSettings,
  hash: string | null,
): Partial<UserRow> {
  const columns = toPlainColumns(change);
  const email = change.email === undefined ? user.email : change.email || null;
  const role = change.role ?? user.role;
  refuseChange(user, change, { email, role });
  if (change.custom_metadata !== undefined) {
    columns.custom_metadata = toMetadataColumn(user, change.custom_metadata, settings);
  }
  if (hash !== null)
    Object.assign(columns, toPasswordColumns(getPasswordRules(role, settings), user, hash, getNow()));
  if (change.resend_invite === true) Object.assign(columns, toReinvitedColumns(email));
  return { ...columns, modified: getNow() };
}

function toPlainColumns(change: UpdateUser): Partial<UserRow> {
  return {
    ...(change.first_name !== undefined && { first_name: change.first_name }),
    ...(change.last_name !== undefined && { last_name: change.last_name ?? '' }),
    ...(change.phone !== undefined && { mobile_phone: change.phone || null }),
    ...(change.email !== undefined && { email: change.email || null }),
    ...(change.role !== undefined && { role: change.role }),
    ...(change.until_date !== undefined && { until: readEndDate('until_date', change.until_date) }),
    ...(change.disabled !== undefined &&
      (change.disabled ? { ...disabledColumns, disabled_on: getNow() } : enabledColumns)),
  };
}

const disabledColumns = { disabled: 1, disabled_reason: disabledReasons.administrator } as const;
/** Enabling also unlocks an account that was locked by wrong passwords. */
const enabledColumns = {
  disabled: 0,
  disabled_reason: null,
  disabled_on: null,
  locked_until: null,
} as const;

/** Null sets every field back to its default; otherwise fields that are not sent keep their values. */
function toMetadataColumn(
  user: UserRow,
  values: Record<string, unknown> | null,
  settings: OrganizationSettings,
): string | null {
  const stored = values === null ? {} : (JSON.parse(user.custom_metadata ?? '{}') as Record<string, unknown>);
  const metadata = checkMetadataByTemplate(settings.user_custom_metadata_template, values ?? {}, stored);
  return metadata && JSON.stringify(metadata);
}

function refuseChange(
  user: UserRow,
  change: UpdateUser,
  after: { email: string | null; role: UserRow['role'] },
): void {
  if (change.user_id !== undefined && change.user_id !== user.user_id) {
    throw new ServiceError('invalid_request', 'user_id can’t be changed after the user was added.', {
      details: { field: 'user_id' },
    });
  }
  if (after.role === roles.administrator && after.email === null) {
    throw new ServiceError('invalid_request', 'An administrator needs an e-mail address. Send email.', {
      details: { field: 'email' },
    });
  }
}

/** Whether a sent e-mail address differs from that of the user, ignoring upper and lower case. */
const isEmailMoved = (user: UserRow, email: string | null | undefined): boolean =>
  email !== undefined && (user.email ?? '').toLowerCase() !== (email ?? '').toLowerCase();

async function moveEmail(tx: Tx, user: UserRow, email: string | null): Promise<void> {
  if (!isEmailMoved(user, email)) return;
  if (email !== null) {
    const name = { kind: 'email', key: email.toLowerCase(), org_id: user.org_id, user: user.id } as const;
    if (!(await store.claimName(tx, name))) throw alreadyUsedError('email');
  }
  if (user.email !== null) await store.releaseEmail(tx, user);
}
