import { roles } from '../../../contract/common/codes.ts';
import type { Tx } from '../../platform/database/handles.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { DomainEvents } from '../../platform/events.ts';
import { ConfigError } from '../../settings/environment.ts';
import type { FirstAdministrator } from '../../settings/first-administrator.ts';
import {
  createOrganization,
  organizationExists,
  securityLevels,
  setInitialSecurity,
} from '../organizations/facade.ts';
import type { UsersContext } from '../users/facade.ts';
import { assertPassword, createUser } from '../users/facade.ts';

/**
 * Creates the first organization and its administrator when the database is empty. Returns whether it did. Error:
 * ConfigError when the database is empty and the settings name no administrator, or a password that is too common.
 */
export async function initializeDatabase(
  platform: UsersContext,
  first: FirstAdministrator | null,
): Promise<boolean> {
  const { database } = platform;
  if (await organizationExists(database.db)) return false;
  if (first === null) {
    throw new ConfigError(
      'The database is empty: the first start needs ORGANIZATION_NAME, ADMIN_USER_ID, ADMIN_PASSWORD and ADMIN_EMAIL.',
    );
  }
  await assertFirstPassword(platform, first);
  const passwordHash = await platform.passwords.hash(first.password);
  try {
    await database.transaction((tx) => createFirstOrganization(tx, platform.events, first, passwordHash));
  } catch (error) {
    // Several instances that start together all find the database empty: one of them creates the organization, and the
    // others then find it.
    if (await organizationExists(database.db)) return false;
    throw error;
  }
  return true;
}

async function createFirstOrganization(
  tx: Tx,
  events: DomainEvents,
  first: FirstAdministrator,
  passwordHash: string,
): Promise<void> {
  const organization = await createOrganization(tx, events, {
    name: first.organizationName,
    parentId: null,
    ...(first.subdomain && { vanitySubdomain: first.subdomain }),
  });
  await setInitialSecurity(tx, organization.id, first.securityLevel ?? 'documented');
  await createUser(tx, organization.id, {
    userId: first.userId,
    passwordHash,
    firstName: first.userId,
    lastName: '',
    email: first.email,
    role: roles.administrator,
    mobilePhone: null,
    customMetadata: null,
    status: 'enabled',
    firstPassword: null,
  });
}

async function assertFirstPassword(platform: UsersContext, first: FirstAdministrator): Promise<void> {
  const organization = {
    name: first.organizationName,
    vanity_subdomain: first.subdomain ?? '',
    settings: '{}',
  };
  const { userId: user_id, email, password } = first;
  const security = securityLevels[first.securityLevel ?? 'documented'];
  const person = { user_id, email, first_name: '', last_name: '', role: roles.administrator };
  try {
    await assertPassword(platform, { password, organization, security, person, earlier: null });
  } catch (error) {
    throw error instanceof ServiceError ? new ConfigError(`ADMIN_PASSWORD: ${error.message}`) : error;
  }
}
