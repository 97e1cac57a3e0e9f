import { allUsersGroup, roles } from '../../../contract/common/codes.ts';
import type { OrganizationSettings } from '../../../contract/organizations.ts';
import { changeCatalog } from '../../platform/database/changes/changes.ts';
import type { Db, Tx } from '../../platform/database/handles.ts';
import { createId, getNow, nextPsk, serviceWide } from '../../platform/database/identifiers.ts';
import { forbiddenError, ServiceError } from '../../platform/errors.ts';
import type { DomainEvents } from '../../platform/events.ts';
import type { Caller } from '../../platform/http/contexts.ts';
import { createDefaultSettings } from './default-settings.ts';
import { organizationCreated } from './events.ts';
import { findOrganization, parseSettings, unknownOrganizationError } from './settings.ts';
import * as store from './store.ts';

/** More levels than any real organization has, so that a cycle in the data can't cause an endless loop. */
const maxDepth = 20;

/** Makes an organization with its settings and its group `All Users`. Error: `already_used`. */
export async function createOrganization(
  tx: Tx,
  events: DomainEvents,
  input: { name: string; parentId: string | null; vanitySubdomain?: string },
): Promise<store.OrganizationRow> {
  // Taking the psk first also locks the sequence, so that two new organizations can't get the same subdomain.
  const psk = await nextPsk(tx, serviceWide, 'organizations');
  await assertSubdomainFree(tx, input.vanitySubdomain ?? '');
  const row: store.OrganizationRow = {
    id: createId(),
    psk,
    parent_id: input.parentId,
    name: input.name,
    vanity_subdomain: input.vanitySubdomain ?? '',
    settings: JSON.stringify(createDefaultSettings(input.name)),
    push_cert: null,
    catalog_revision: 1,
    created: getNow(),
  };
  return changeCatalog(tx, row.id, async (change) => {
    await store.insertOrganization(change, row);
    await store.insertDefaultGroup(change, {
      org_id: row.id,
      id: createId(),
      psk: await nextPsk(change, row.id, 'groups'),
      name: allUsersGroup,
      description: 'Everybody who was added to it',
      is_default: 1,
      created: getNow(),
    });
    await events.publish(change, organizationCreated, { orgId: row.id });
    return { applications: [], result: row };
  });
}

async function assertSubdomainFree(tx: Tx, subdomain: string): Promise<void> {
  if (subdomain === '' || (await store.findOrganizationBySubdomain(tx, subdomain)) === undefined) return;
  throw subdomainTakenError(subdomain);
}

export const subdomainTakenError = (subdomain: string) =>
  new ServiceError('already_used', `The subdomain “${subdomain}” is already in use. Choose another.`, {
    details: { field: 'vanity_subdomain' },
  });

/**
 * The settings of one organization, chosen by `fraction` (0 to 1): the same lot gives the same organization until one is
 * added.
 */
export async function readSettingsOfAnyOrganization(db: Db, fraction: number): Promise<OrganizationSettings> {
  const row = await store.findOrganizationByFraction(db, fraction);
  return row === undefined ? createDefaultSettings('') : parseSettings(row);
}

/** Whether `orgId` is the ancestor itself or stands below it. */
async function isWithin(db: Db, ancestorId: string, orgId: string): Promise<boolean> {
  let current: string | null = orgId;
  for (let level = 0; current !== null && level < maxDepth; level++) {
    if (current === ancestorId) return true;
    current = (await store.findOrganizationById(db, current))?.parent_id ?? null;
  }
  return false;
}

/**
 * An organization that the caller may act on: the own one, and for administrators one below it; document 1, Requests for
 * affiliated organizations. Errors: `forbidden` for one above, `organization_unknown` for any other.
 */
export async function findReachableOrganization(
  db: Db,
  caller: Caller,
  identifier: string,
): Promise<store.OrganizationRow> {
  const row = await findOrganization(db, identifier);
  if (row.id === caller.homeOrgId) return row;
  if (caller.user.role === roles.administrator && (await isWithin(db, caller.homeOrgId, row.id))) return row;
  if (!(await isWithin(db, row.id, caller.homeOrgId))) throw unknownOrganizationError();
  throw forbiddenError('You can act on your own organization and those below it, not on its parent.');
}

/**
 * What may be shown before anybody signs in: of the organization with this id, otherwise of the first. Callers are not
 * identified here, so psks and names, which can be guessed, are not accepted. Error: `organization_unknown`.
 */
export async function readBranding(db: Db, id: string | undefined) {
  const row =
    id === undefined ? await store.findFirstOrganization(db) : await store.findOrganizationById(db, id);
  if (row === undefined) throw unknownOrganizationError();
  const { accent_color, support_email } = parseSettings(row);
  return { id: row.id, name: row.name, accent_color, support_email };
}
