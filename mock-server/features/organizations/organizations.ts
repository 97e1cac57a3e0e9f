import { allUsersGroup, roles } from '../../../contract/common/codes.ts';
import type { OrganizationSettings } from '../../../contract/organizations.ts';
import { changeCatalog } from '../../platform/database/changes/changes.ts';
import type { Db, Tx } from '../../platform/database/handles.ts';
import { newId, nextPsk, now, serviceWide } from '../../platform/database/identifiers.ts';
import { forbidden, ServiceError } from '../../platform/errors.ts';
import type { DomainEvents } from '../../platform/events.ts';
import type { Caller } from '../../platform/http/contexts.ts';
import { defaultSettings } from './default-settings.ts';
import { organizationCreated } from './events.ts';
import { findOrganization, organizationUnknown, settingsOf } from './settings.ts';
import * as store from './store.ts';

/** More levels than any real organization has, so that a cycle in the data can't cause an endless loop. */
const deepest = 20;

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
    id: newId(),
    psk,
    parent_id: input.parentId,
    name: input.name,
    vanity_subdomain: input.vanitySubdomain ?? '',
    settings: JSON.stringify(defaultSettings(input.name)),
    push_cert: null,
    catalog_revision: 1,
    created: now(),
  };
  return changeCatalog(tx, row.id, async (change) => {
    await store.insertOrganization(change, row);
    await store.insertDefaultGroup(change, {
      org_id: row.id,
      id: newId(),
      psk: await nextPsk(change, row.id, 'groups'),
      name: allUsersGroup,
      description: 'Everybody who was added to it',
      is_default: 1,
      created: now(),
    });
    await events.publish(change, organizationCreated, { orgId: row.id });
    return { applications: [], result: row };
  });
}

async function assertSubdomainFree(tx: Tx, subdomain: string): Promise<void> {
  if (subdomain === '' || (await store.organizationBySubdomain(tx, subdomain)) === undefined) return;
  throw subdomainTaken(subdomain);
}

export const subdomainTaken = (subdomain: string) =>
  new ServiceError('already_used', `The subdomain “${subdomain}” is already in use. Choose another.`, {
    details: { field: 'vanity_subdomain' },
  });

/**
 * The settings of one organization, chosen by `lot` (0 to 1): the same lot gives the same organization until one is
 * added.
 */
export async function settingsByLot(db: Db, lot: number): Promise<OrganizationSettings> {
  const row = await store.organizationByLot(db, lot);
  return row === undefined ? defaultSettings('') : settingsOf(row);
}

/** Whether `orgId` is the ancestor itself or stands below it. */
async function isWithin(db: Db, ancestorId: string, orgId: string): Promise<boolean> {
  let current: string | null = orgId;
  for (let level = 0; current !== null && level < deepest; level++) {
    if (current === ancestorId) return true;
    current = (await store.organizationById(db, current))?.parent_id ?? null;
  }
  return false;
}

/**
 * An organization that the caller may act on: the own one, and for administrators one below it; document 1, Requests for
 * affiliated organizations. Errors: `forbidden` for one above, `organization_unknown` for any other.
 */
export async function reachable(db: Db, caller: Caller, identifier: string): Promise<store.OrganizationRow> {
  const row = await findOrganization(db, identifier);
  if (row.id === caller.homeOrgId) return row;
  if (caller.user.role === roles.administrator && (await isWithin(db, caller.homeOrgId, row.id))) return row;
  if (!(await isWithin(db, row.id, caller.homeOrgId))) throw organizationUnknown();
  throw forbidden('You can act on your own organization and those below it, not on its parent.');
}

/**
 * What may be shown before anybody signs in: of the organization with this id, otherwise of the first. Callers are not
 * identified here, so psks and names, which can be guessed, are not accepted. Error: `organization_unknown`.
 */
export async function brandingOf(db: Db, id: string | undefined) {
  const row = id === undefined ? await store.firstOrganization(db) : await store.organizationById(db, id);
  if (row === undefined) throw organizationUnknown();
  const { accent_color, support_email } = settingsOf(row);
  return { id: row.id, name: row.name, accent_color, support_email };
}
