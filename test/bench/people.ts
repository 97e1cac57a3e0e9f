import { registerDevice } from '../../mock-server/features/devices/facade.ts';
import { insertMembers } from '../../mock-server/features/groups/member-store.ts';
import { createToken } from '../../mock-server/features/identity/sessions/tokens.ts';
import { insertToken } from '../../mock-server/features/identity/store.ts';
import { createUser } from '../../mock-server/features/users/facade.ts';
import { changeMemberships } from '../../mock-server/platform/database/changes/changes.ts';
import type { Tx } from '../../mock-server/platform/database/handles.ts';
import { createId, getNow } from '../../mock-server/platform/database/identifiers.ts';
import type { TestService } from '../setup/service.ts';
import { androidPhone } from '../setup/world/people.ts';

export interface Session {
  token: string;
  udid: string;
}

/**
 * Makes people of a group, each signed in on a phone. They are written directly, because so many sign-ins would only
 * hash passwords.
 */
export async function people(service: TestService, groupPsk: number, count: number): Promise<Session[]> {
  const { orgId } = service.admin;
  return service.platform.database.transaction(async (tx) => {
    const { id: group } = await tx
      .selectFrom('groups')
      .select('id')
      .where('org_id', '=', orgId)
      .where('psk', '=', groupPsk)
      .executeTakeFirstOrThrow();
    const sessions: Session[] = [];
    for (let at = 0; at < count; at++) sessions.push(await person(tx, orgId, [group], at));
    return sessions;
  });
}

/** Makes a person of these groups, who is signed in on a phone. */
export async function person(tx: Tx, orgId: string, groups: readonly string[], at: number): Promise<Session> {
  const user = await createUser(tx, orgId, {
    userId: `person-${at}`,
    passwordHash: '',
    firstName: 'Person',
    lastName: String(at),
    email: null,
    mobilePhone: null,
    role: 1,
    customMetadata: null,
    status: 'enabled',
    firstPassword: null,
  });
  const { device } = await registerDevice(tx, orgId, user.id, { ...androidPhone, udid: `phone-${at}` }, null);
  const { token, hash, lastFour } = createToken(orgId);
  await insertToken(tx, {
    org_id: orgId,
    hash,
    id: createId(),
    kind: 'catalog',
    user: user.id,
    device: device.id,
    last_four: lastFour,
    created: getNow(),
    prune: null,
    name: null,
    last_used: null,
    idle_ends: null,
    address: null,
    agent: null,
    scopes: null,
  });
  await changeMemberships(tx, orgId, [user.id], (change) =>
    insertMembers(
      change,
      groups.map((group) => ({ org_id: orgId, group, user: user.id, created: getNow() })),
    ),
  );
  return { token, udid: device.id };
}
