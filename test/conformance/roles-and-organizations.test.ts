import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RoleCode, roles } from '../../contract/common/codes.ts';
import type { Operation } from '../../contract/common/operation.ts';
import { groupOperations } from '../../contract/groups.ts';
import { organizationOperations } from '../../contract/organizations.ts';
import { userOperations } from '../../contract/users.ts';
import { createOrganization } from '../../mock-server/features/organizations/read-model.ts';
import { startService, type TestService } from '../setup/service.ts';

const { user, administrator, appManager, userManager, developer, limitedUserManager } = roles;
const everybody = [user, administrator, appManager, userManager, developer, limitedUserManager];
const usersArea = [administrator, userManager, limitedUserManager];

/** Which roles may call an operation in their own organization: written by hand from document 1. */
const allowed: Record<string, readonly RoleCode[]> = {
  addUser: usersArea,
  readUser: usersArea,
  deleteUser: usersArea,
  deleteUsers: usersArea,
  listUsers: usersArea,
  updateUser: usersArea,
  readCaller: everybody,
  listGroups: [administrator, appManager, userManager, limitedUserManager, developer],
  addGroup: [administrator, userManager],
  updateGroup: [administrator, userManager],
  deleteGroup: [administrator, userManager],
  addGroupApplications: [administrator, appManager],
  removeGroupApplications: [administrator, appManager],
  addGroupUsers: usersArea,
  removeGroupUsers: usersArea,
  addUserToGroups: usersArea,
  listGroupApplications: [administrator, appManager, developer],
  listGroupUsers: usersArea,
  listApplicationGroups: [administrator, appManager, developer],
  listOrganizations: everybody,
  readOrganization: everybody,
  updateOrganization: [administrator],
  addOrganization: [administrator],
};

type Outcome = 'through' | 'forbidden' | 'unknown organization';

/** What an administrator, and anybody else, is told in an organization, by where it stands as seen from their own. */
const elsewhere: Record<string, [administrator: Outcome, anybodyElse: Outcome]> = {
  child: ['through', 'unknown organization'],
  grandchild: ['through', 'unknown organization'],
  parent: ['forbidden', 'forbidden'],
  sibling: ['unknown organization', 'unknown organization'],
  foreign: ['unknown organization', 'unknown organization'],
};

let service: TestService;
const tokens = new Map<RoleCode, string>();
const organizations = new Map<string, string>();
beforeAll(async () => {
  service = await startService();
  const own = await service.makeOrganization();
  const child = await service.makeOrganization({ parentId: own.orgId });
  const sibling = await service.makeOrganization();
  const { db } = service.platform.database;
  const make = (name: string, parentId: string | null) =>
    db.transaction().execute(async (tx) => (await createOrganization(tx, { name, parentId })).id);
  organizations.set('parent', service.admin.orgId).set('own', own.orgId);
  organizations.set('sibling', sibling.orgId).set('child', child.orgId);
  organizations.set('grandchild', await make('Grandchild', child.orgId));
  organizations.set('foreign', await make('Foreign', null));
  for (const role of everybody) {
    const member = await service.makeUser({ role, org: own.orgId });
    tokens.set(role, await service.userToken(member));
  }
});
afterAll(async () => {
  await service.stop();
});

/** Asks for nothing that exists: only whether the caller is let through counts. */
async function gate(operation: Operation, role: RoleCode, place: string): Promise<string> {
  const org = organizations.get(place) ?? '';
  const answer = await service.call(operation, {
    token: tokens.get(role) ?? '',
    org,
    params: { user: 'nobody', group: 'none', application: 'none', org_id: org },
    ...(operation.method !== 'GET' && { body: {} }),
  });
  const code = (answer.body as { error?: { code: number } }).error?.code;
  if (code === 10) return 'unknown organization';
  if (code === 11) return 'forbidden';
  return [200, 400, 404].includes(answer.status) ? 'through' : `${answer.status} ${code}`;
}

const operations = [...userOperations, ...groupOperations, ...organizationOperations].filter(
  (operation) => operation.context !== 'none',
);

test('every operation of these areas is in the table', () => {
  const names = operations.map((operation) => operation.name);
  expect(new Set(names)).toEqual(new Set(Object.keys(allowed)));
});

describe.each(operations)('$name', (operation) => {
  test.each(everybody)('role %i, in the own organization', async (role) => {
    const expected = allowed[operation.name]?.includes(role) ? 'through' : 'forbidden';
    expect(await gate(operation, role, 'own')).toBe(expected);
  });

  test.each(Object.entries(elsewhere))(
    'in the %s organization',
    async (place, [forAdministrator, forOthers]) => {
      for (const role of everybody) {
        const expected = role === administrator ? forAdministrator : forOthers;
        expect(await gate(operation, role, place)).toBe(expected);
      }
    },
  );
});
