import type { RoleCode } from '../../../contract/common/codes.ts';
import type { Db } from '../../platform/database/connect.ts';
import { newId, nextPsk, now, parseIdentifier } from '../../platform/database/identifiers.ts';
import { ServiceError } from '../../platform/http/errors.ts';
import * as store from './store.ts';

export { assertPassword, rulesFor } from './password-rules.ts';
export { presentIdentityUser, presentUser } from './presenter.ts';
export type { UserRow } from './store.ts';

/** A user of the organization by psk, id or login name; undefined when there is none, or it was deleted. */
export async function findUser(
  db: Db,
  orgId: string,
  identifier: string | number,
): Promise<store.UserRow | undefined> {
  const alias = parseIdentifier(identifier);
  const byNumber =
    'psk' in alias ? await store.userByPsk(db, orgId, alias.psk) : await store.userById(db, orgId, alias.id);
  return byNumber ?? store.userByLogin(db, orgId, String(identifier));
}

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
}

/** Adds a user. Error: `already_used` when any organization has the login name or e-mail address. */
export async function createUser(tx: Db, orgId: string, user: NewUser): Promise<store.UserRow> {
  const id = newId();
  const names = [{ kind: 'user_id', key: user.userId.toLowerCase() }] as {
    kind: 'user_id' | 'email';
    key: string;
  }[];
  if (user.email !== null) names.push({ kind: 'email', key: user.email.toLowerCase() });
  for (const name of names) {
    if (!(await store.claimName(tx, { ...name, org_id: orgId, user: id }))) throw alreadyUsed(name.kind);
  }
  const moment = now();
  const row: store.UserRow = {
    org_id: orgId,
    id,
    psk: await nextPsk(tx, orgId, 'users'),
    user_id: user.userId,
    email: user.email,
    first_name: user.firstName,
    last_name: user.lastName,
    mobile_phone: user.mobilePhone,
    role: user.role,
    password_hash: user.passwordHash,
    password_history: '[]',
    password_changed: moment,
    created: moment,
    modified: moment,
    until: null,
    disabled: 0,
    disabled_reason: null,
    status: user.status,
    last_login_from_catalog: null,
    custom_metadata: user.customMetadata && JSON.stringify(user.customMetadata),
    failed_logins: 0,
    locked_until: null,
    deleted: null,
    revision: 1,
  };
  await store.insertUser(tx, row);
  return row;
}

const alreadyUsed = (kind: 'user_id' | 'email') =>
  new ServiceError(
    'already_used',
    `This ${kind === 'email' ? 'e-mail address' : 'user_id'} is already in use. Choose another.`,
    {
      details: { field: kind },
    },
  );
