import type { RoleCode } from '../../../contract/common/codes.ts';
import type { Tx } from '../../platform/database/handles.ts';
import { createId, getNow, nextPsk } from '../../platform/database/identifiers.ts';
import { ServiceError } from '../../platform/errors.ts';
import * as store from './store.ts';

export { isLastAdministrator, isNonCompliant } from './administrators.ts';
export { getInitialStatus, invitationJob, scheduleInvitation } from './invitations.ts';
export { findUser } from './lookup.ts';
export {
  assertChangeDue,
  assertPassword,
  getPasswordNeeds,
  getPasswordRules,
  toPasswordColumns,
} from './passwords/rules.ts';
export { assertMayOpen, findVisibleUser, findVisibleUsers } from './policy.ts';
export { presentIdentityUser, presentUser } from './presenter.ts';
export type { UserRow } from './store.ts';
export type { UsersContext } from './users-context.ts';

export interface NewUser {
  userId: string;
  passwordHash: string;
  firstName: string;
  lastName: string;
  email: string | null;
  mobilePhone: string | null;
  role: RoleCode;
  customMetadata: Record<string, unknown> | null;
  status: 'enabled' | 'invited';
  /** `unused` when somebody else has set their password. */
  firstPassword: 'unused' | null;
}

/** Adds a user. Error: `already_used` when any organization has the login name or e-mail address. */
export async function createUser(tx: Tx, orgId: string, user: NewUser): Promise<store.UserRow> {
  const id = createId();
  await claimLogin(tx, 'user_id', user.userId, { org_id: orgId, user: id });
  if (user.email !== null) await claimLogin(tx, 'email', user.email, { org_id: orgId, user: id });
  const moment = getNow();
  const names = {
    user_id: user.userId,
    email: user.email,
    first_name: user.firstName,
    last_name: user.lastName,
  };
  const row: store.UserRow = {
    org_id: orgId,
    id,
    psk: await nextPsk(tx, orgId, 'users'),
    ...names,
    ...store.toFoldedNames(names),
    mobile_phone: user.mobilePhone,
    role: user.role,
    password_hash: user.passwordHash,
    password_history: '[]',
    password_changed: moment,
    first_password: user.firstPassword,
    created: moment,
    modified: moment,
    until: null,
    disabled: 0,
    disabled_reason: null,
    disabled_on: null,
    status: user.status,
    last_login_from_catalog: null,
    custom_metadata: user.customMetadata && JSON.stringify(user.customMetadata),
    locked_until: null,
    deleted: null,
    erased: null,
    revision: 1,
  };
  await store.insertUser(tx, row);
  return row;
}

async function claimLogin(
  tx: Tx,
  kind: 'user_id' | 'email',
  name: string,
  owner: { org_id: string; user: string },
): Promise<void> {
  if (!(await store.claimName(tx, { kind, key: name.toLowerCase(), ...owner }))) throw alreadyUsedError(kind);
}

/** Names and addresses are unique over all organizations; document 1, Errors 4. */
export const alreadyUsedError = (kind: 'user_id' | 'email'): ServiceError =>
  new ServiceError(
    'already_used',
    `This ${kind === 'email' ? 'e-mail address' : 'user_id'} is already in use. Choose another.`,
    { details: { field: kind } },
  );
