import type { Failed } from '../../../contract/common/errors.ts';
import { changeMemberships } from '../../platform/database/changes/changes.ts';
import type { Tx } from '../../platform/database/handles.ts';
import { getNow } from '../../platform/database/identifiers.ts';
import { lockOrganization } from '../../platform/database/locks.ts';
import { ServiceError, toFailedItem } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/contexts.ts';
import type { Platform } from '../../platform/services.ts';
import { assertAdministratorLeft, isActiveAdministrator, lastAdministratorError } from './administrators.ts';
import { usersDeleted } from './events.ts';
import {
  assertMayManage,
  findVisibleUser,
  findVisibleUsers,
  mayManage,
  notManageableError,
} from './policy.ts';
import * as store from './store.ts';

/**
 * Deletes a user, in one transaction: their login name and e-mail address become free, then `usersDeleted` ends their
 * tokens and invitations (`domain-events.ts`). Their personal data is erased later (`privacy/erasure.ts`). Errors:
 * `not_found`, `forbidden`, `conflict`.
 */
export async function deleteUser(platform: Platform, caller: Caller, identifier: string): Promise<void> {
  await platform.database.transaction(async (tx) => {
    await lockOrganization(tx, caller.orgId);
    const user = await findVisibleUser(tx, caller, identifier);
    assertMayManage(caller, user.role);
    await remove(tx, platform, caller.orgId, [user]);
    if (isActiveAdministrator(user)) await assertAdministratorLeft(tx, caller.orgId);
  });
}

async function remove(
  tx: Tx,
  { events }: Platform,
  orgId: string,
  users: readonly store.UserRow[],
): Promise<void> {
  const ids = users.map((user) => user.id);
  await changeMemberships(tx, orgId, ids, (change) => store.markDeleted(change, orgId, users, getNow()));
  await events.publish(tx, usersDeleted, { orgId, ids });
}

export interface Removal {
  deleted: string[];
  failed: Failed[];
}

/**
 * Deletes several users by login name or id; those that can't be deleted are reported, and do not stop the others.
 * Numbers are login names here, never psks: a repeated call must not delete somebody else. Document 1, DELETE
 * /v2/users/.
 */
export async function deleteUsers(
  platform: Platform,
  caller: Caller,
  userIds: readonly string[],
): Promise<Removal> {
  return platform.database.transaction(async (tx) => {
    await lockOrganization(tx, caller.orgId);
    const requested = await findVisibleByName(tx, caller, [...new Set(userIds)]);
    const removal: Removal = { deleted: [], failed: [] };
    const going = new Map<string, store.UserRow>();
    const exceptId = await findLastAdministrator(tx, caller.orgId, requested);
    for (const { name, user } of requested) {
      const refusal = user === undefined ? unknown : findRefusal(caller, user, exceptId);
      if (refusal !== null) removal.failed.push(toFailedItem(name, refusal));
      else if (user !== undefined) {
        going.set(user.id, user);
        removal.deleted.push(name);
      }
    }
    await remove(tx, platform, caller.orgId, [...going.values()]);
    return removal;
  });
}

interface NamedUser {
  name: string;
  user: store.UserRow | undefined;
}

const unknown = new ServiceError('invalid_request', 'There is no such user.');

async function findVisibleByName(tx: Tx, caller: Caller, names: readonly string[]): Promise<NamedUser[]> {
  const byLogin = new Map(
    (await store.findUsersByLogin(tx, caller.orgId, names)).map((user) => [user.user_id.toLowerCase(), user]),
  );
  const others = names.filter((name) => !byLogin.has(name.toLowerCase()));
  const byId = new Map((await store.findUsersById(tx, caller.orgId, others)).map((user) => [user.id, user]));
  const found = [...byLogin.values(), ...byId.values()].map((user) => user.id);
  const visible = await findVisibleUsers(tx, caller, found);
  return names.map((name) => {
    const user = byLogin.get(name.toLowerCase()) ?? byId.get(name);
    return { name, user: user !== undefined && visible.has(user.id) ? user : undefined };
  });
}

/**
 * The id of the administrator who is kept, the last one named, when a call names all administrators; otherwise null.
 */
async function findLastAdministrator(
  tx: Tx,
  orgId: string,
  requested: readonly NamedUser[],
): Promise<string | null> {
  const going = requested.flatMap(({ user }) =>
    user !== undefined && isActiveAdministrator(user) ? [user.id] : [],
  );
  const all = await store.countAdministrators(tx, orgId);
  return new Set(going).size < all ? null : (going.at(-1) ?? null);
}

function findRefusal(caller: Caller, user: store.UserRow, exceptId: string | null): ServiceError | null {
  if (!mayManage(caller.user.role, user.role)) return notManageableError();
  return user.id === exceptId ? lastAdministratorError() : null;
}
