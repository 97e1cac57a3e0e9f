import type { Failed } from '../../../contract/common/errors.ts';
import { changeMemberships } from '../../platform/database/changes/changes.ts';
import type { Tx } from '../../platform/database/handles.ts';
import { now } from '../../platform/database/identifiers.ts';
import { lockOrganization } from '../../platform/database/locks.ts';
import { failedItem, ServiceError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/contexts.ts';
import type { Platform } from '../../platform/services.ts';
import { administrates, assertAdministratorLeft, lastAdministrator } from './administrators.ts';
import { usersDeleted } from './events.ts';
import { assertMayManage, mayManage, notManageable, visibleUser, visibleUsers } from './policy.ts';
import * as store from './store.ts';

/**
 * Deletes a user: their tokens end, their login name and e-mail address become free. Errors: `not_found`, `forbidden`,
 * `conflict`.
 */
export async function deleteUser(platform: Platform, caller: Caller, identifier: string): Promise<void> {
  await platform.database.transaction(async (tx) => {
    await lockOrganization(tx, caller.orgId);
    const user = await visibleUser(tx, caller, identifier);
    assertMayManage(caller, user.role);
    await remove(tx, platform, caller.orgId, [user]);
    if (administrates(user)) await assertAdministratorLeft(tx, caller.orgId);
  });
}

async function remove(
  tx: Tx,
  { events }: Platform,
  orgId: string,
  users: readonly store.UserRow[],
): Promise<void> {
  const ids = users.map((user) => user.id);
  await changeMemberships(tx, orgId, ids, (change) => store.markDeleted(change, orgId, users, now()));
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
    const asked = await visibleByName(tx, caller, [...new Set(userIds)]);
    const removal: Removal = { deleted: [], failed: [] };
    const going = new Map<string, store.UserRow>();
    const keep = await lastOf(tx, caller.orgId, asked);
    for (const { name, user } of asked) {
      const refusal = user === undefined ? unknown : refusalOf(caller, user, keep);
      if (refusal !== null) removal.failed.push(failedItem(name, refusal));
      else if (user !== undefined) {
        going.set(user.id, user);
        removal.deleted.push(name);
      }
    }
    await remove(tx, platform, caller.orgId, [...going.values()]);
    return removal;
  });
}

interface Asked {
  name: string;
  user: store.UserRow | undefined;
}

const unknown = new ServiceError('invalid_request', 'There is no such user.');

async function visibleByName(tx: Tx, caller: Caller, names: readonly string[]): Promise<Asked[]> {
  const byLogin = new Map(
    (await store.usersByLogin(tx, caller.orgId, names)).map((user) => [user.user_id.toLowerCase(), user]),
  );
  const others = names.filter((name) => !byLogin.has(name.toLowerCase()));
  const byId = new Map((await store.usersById(tx, caller.orgId, others)).map((user) => [user.id, user]));
  const found = [...byLogin.values(), ...byId.values()].map((user) => user.id);
  const visible = await visibleUsers(tx, caller, found);
  return names.map((name) => {
    const user = byLogin.get(name.toLowerCase()) ?? byId.get(name);
    return { name, user: user !== undefined && visible.has(user.id) ? user : undefined };
  });
}

/**
 * The id of the administrator who is kept, the last one named, when a call names all administrators; otherwise null.
 */
async function lastOf(tx: Tx, orgId: string, asked: readonly Asked[]): Promise<string | null> {
  const going = asked.flatMap(({ user }) => (user !== undefined && administrates(user) ? [user.id] : []));
  const all = await store.countAdministrators(tx, orgId);
  return new Set(going).size < all ? null : (going.at(-1) ?? null);
}

function refusalOf(caller: Caller, user: store.UserRow, keep: string | null): ServiceError | null {
  if (!mayManage(caller.user.role, user.role)) return notManageable();
  return user.id === keep ? lastAdministrator() : null;
}
