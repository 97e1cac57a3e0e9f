import { roles } from '../../../contract/common/codes.ts';
import type { AddUser } from '../../../contract/users.ts';
import { type ListQuery, parsePage, parseSort } from '../../platform/database/list-controls.ts';
import { lockOrganization } from '../../platform/database/locks.ts';
import { notFoundError, ServiceError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/contexts.ts';
import type { KeyedPage } from '../../platform/http/responses/send-list.ts';
import type { Platform } from '../../platform/services.ts';
import {
  assertRecentSignIn,
  checkMetadataByTemplate,
  findOrganization,
  parseSettings,
  readSecuritySettings,
  readSettings,
} from '../organizations/facade.ts';
import { userAdded } from './events.ts';
import { createUser } from './facade.ts';
import { getInitialStatus, scheduleInvitation } from './invitations.ts';
import * as list from './list-store.ts';
import { findUser } from './lookup.ts';
import { assertPassword } from './passwords/rules.ts';
import { assertMayManage, assertMayOpen, isLimitedToOwnGroups } from './policy.ts';
import type { UserRow } from './store.ts';
import type { UsersContext } from './users-context.ts';

/** Adds a user with memberships, all or nothing; document 1, POST /v1/users/. Returns the row. */
export async function addUser(platform: UsersContext, caller: Caller, input: AddUser): Promise<UserRow> {
  const { db } = platform.database;
  const role = input.role ?? roles.user;
  const groups = input.groups ?? [];
  assertMayAdd(caller, { ...input, role, groups });
  assertMayOpen(caller, role);
  if (role !== roles.user) await assertRecentSignIn(db, caller);
  const organization = await findOrganization(db, caller.orgId);
  const { user_custom_metadata_template: template } = parseSettings(organization);
  const person = { ...input, role, email: input.email ?? null };
  const security = await readSecuritySettings(db, caller.orgId);
  await assertPassword(platform, {
    password: input.password,
    organization,
    security,
    person,
    earlier: null,
  });
  const customMetadata = checkMetadataByTemplate(template, input.custom_metadata ?? {});
  const passwordHash = await platform.passwords.hash(input.password);
  const added = await platform.database.transaction(async (tx) => {
    // No group may be deleted between finding it and adding the user to it.
    await lockOrganization(tx, caller.orgId);
    const user = await createUser(tx, caller.orgId, {
      userId: input.user_id,
      passwordHash,
      firstName: input.first_name,
      lastName: input.last_name,
      email: input.email || null,
      mobilePhone: input.phone || null,
      role,
      customMetadata,
      status: getInitialStatus(input),
      firstPassword: 'unused',
    });
    await scheduleInvitation(tx, platform.jobs, user, caller.homeOrgId);
    await platform.events.publish(tx, userAdded, { orgId: caller.orgId, caller, user, groups });
    return user;
  });
  platform.jobs.wake();
  return added;
}

function assertMayAdd(caller: Caller, user: Required<Pick<AddUser, 'role' | 'groups'>> & AddUser): void {
  assertMayManage(caller, user.role);
  if (user.role === roles.administrator && !user.email) {
    throw new ServiceError('invalid_request', 'An administrator needs an e-mail address. Send email.', {
      details: { field: 'email' },
    });
  }
  if (isLimitedToOwnGroups(caller) && user.groups.length === 0) {
    throw new ServiceError(
      'invalid_request',
      'You can add users only to your own groups. Send at least one of them in groups.',
      {
        details: { field: 'groups' },
      },
    );
  }
}

/** The caller's own row. */
export async function readOwnUser(platform: Platform, caller: Caller): Promise<UserRow> {
  const user = await findUser(platform.database.db, caller.homeOrgId, caller.user.id);
  if (user === undefined) throw notFoundError('user');
  return user;
}

/** Users by the list controls; `search=field:text` searches one custom metadata field. */
export async function listUsers(
  platform: Platform,
  caller: Caller,
  query: ListQuery,
): Promise<KeyedPage<number, UserRow>> {
  const { db } = platform.database;
  const { user_custom_metadata_template: template } = await readSettings(db, caller.orgId);
  const search = query.search?.trim() || null;
  const [field = '', ...rest] = search?.split(':') ?? [];
  const isMetadata = rest.length > 0 && Object.hasOwn(template, field);
  return list.listUsers(db, caller.orgId, {
    search: isMetadata ? null : search,
    metadata: isMetadata ? { field, text: rest.join(':') } : null,
    sort: parseSort(query.sort, Object.keys(list.sortColumns)),
    page: parsePage(query.page),
    sharingGroupsWith: isLimitedToOwnGroups(caller) ? caller.user.id : null,
  });
}
