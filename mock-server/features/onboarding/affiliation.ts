import { roles } from '../../../contract/common/codes.ts';
import type { AddOrganization } from '../../../contract/organizations.ts';
import type { Tx } from '../../platform/database/handles.ts';
import { lockOrganization } from '../../platform/database/locks.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/contexts.ts';
import {
  createOrganization,
  demoSubdomain,
  findOrganizationById,
  findReachableOrganization,
  type OrganizationRow,
  readSecurity,
  securityLevels,
  setInitialSecurity,
  subdomainTakenError,
} from '../organizations/facade.ts';
import type { UsersContext } from '../users/facade.ts';
import {
  assertMayOpen,
  assertPassword,
  createUser,
  getInitialStatus,
  scheduleInvitation,
} from '../users/facade.ts';

/** Levels of organizations: parent, child, grandchild; document 1, What the service does. */
const levels = 3;

/**
 * Adds an affiliated organization with its first administrator, both or none. It begins with the security level of its parent.
 * Errors: `organization_unknown` for the parent, `invalid_request` below a grandchild, `already_used`, `invalid_input`,
 * `forbidden` for an API token with scopes, which opens no such account.
 */
export async function createAffiliatedOrganization(
  platform: UsersContext,
  caller: Caller,
  input: AddOrganization,
) {
  const { name, vanity_subdomain, administrator } = input;
  const { db } = platform.database;
  assertMayOpen(caller, roles.administrator);
  if (vanity_subdomain === demoSubdomain) throw subdomainTakenError(vanity_subdomain);
  const { id: parentId } = await findReachableOrganization(
    db,
    caller,
    String(input.parent_id ?? caller.orgId),
  );
  const { security_level: level } = await readSecurity(db, parentId);
  await assertPassword(platform, {
    password: administrator.password,
    organization: { name, vanity_subdomain: vanity_subdomain ?? '', settings: '{}' },
    security: securityLevels[level],
    person: { ...administrator, role: roles.administrator },
    earlier: null,
  });
  const passwordHash = await platform.passwords.hash(administrator.password);
  const added = await platform.database.transaction(async (tx) => {
    const parent = await findReachableOrganization(tx, caller, String(input.parent_id ?? caller.orgId));
    await lockOrganization(tx, parent.id);
    await assertRoomBelow(tx, parent);
    const organization = await createOrganization(tx, platform.events, {
      name,
      parentId: parent.id,
      ...(vanity_subdomain && { vanitySubdomain: vanity_subdomain }),
    });
    await setInitialSecurity(tx, organization.id, level);
    const user = await createUser(tx, organization.id, {
      userId: administrator.user_id,
      passwordHash,
      firstName: administrator.first_name,
      lastName: administrator.last_name,
      email: administrator.email,
      mobilePhone: administrator.phone || null,
      role: roles.administrator,
      customMetadata: null,
      status: getInitialStatus(administrator),
      firstPassword: 'unused',
    });
    await scheduleInvitation(tx, platform.jobs, user, caller.homeOrgId);
    return { organization, user };
  });
  platform.jobs.wake();
  return added;
}

async function assertRoomBelow(tx: Tx, parent: OrganizationRow): Promise<void> {
  let level = 1;
  for (let above = parent.parent_id; above !== null && level < levels; level++) {
    above = (await findOrganizationById(tx, above))?.parent_id ?? null;
  }
  if (level < levels) return;
  throw new ServiceError(
    'invalid_request',
    'This parent is already at the third level, the lowest one. Choose another parent_id.',
    { details: { field: 'parent_id' } },
  );
}
