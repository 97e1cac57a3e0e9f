import { roles } from '../../../contract/common/codes.ts';
import { OrganizationSettings } from '../../../contract/organizations.ts';
import type { Db } from '../../platform/database/connect.ts';
import { touchCatalog } from '../../platform/database/revisions.ts';
import type { Caller } from '../../platform/http/contexts.ts';
import { ServiceError } from '../../platform/http/errors.ts';
import type { Platform } from '../../platform/services.ts';
import { findOrganization, isWithin, settingsOf } from './read-model.ts';
import * as store from './store.ts';

/** The organization of a path: the caller's own, or for administrators one below. Error: `organization_unknown`. */
export async function reachable(db: Db, caller: Caller, identifier: string): Promise<store.OrganizationRow> {
  const row = await findOrganization(db, identifier);
  if (row.id === caller.orgId || row.id === caller.homeOrgId) return row;
  if (caller.user.role === roles.administrator && (await isWithin(db, caller.homeOrgId, row.id))) return row;
  throw new ServiceError('organization_unknown', 'There is no such organization for you.');
}

/** The caller's organization, and for an administrator all below it, level by level. */
export async function organizationsBelow(platform: Platform, caller: Caller) {
  const { db } = platform.database;
  const root = await findOrganization(db, caller.orgId);
  const below: store.OrganizationRow[] = [];
  if (caller.user.role !== roles.administrator) return { root, below };
  const seen = new Set([root.id]);
  let level = [root.id];
  while (level.length > 0) {
    const children = (await store.childrenOf(db, level)).filter((row) => !seen.has(row.id));
    for (const row of children) seen.add(row.id);
    below.push(...children);
    level = children.map((row) => row.id);
  }
  return { root, below };
}

const editable = Object.keys(OrganizationSettings.properties);
const fixedFields = [
  'id',
  'parent_id',
  'name',
  'vanity_subdomain',
  'app_installation_path',
  'auth_type',
] as const;

/**
 * Changes editable fields. A full organization object is accepted as long as nothing else differs in it; document 1, PUT
 * /v3/organizations/. Error: `invalid_request` that names the field which can't be changed.
 */
export async function updateOrganization(
  platform: Platform,
  caller: Caller,
  identifier: string,
  change: Record<string, unknown>,
  pushCertificate: string | null,
): Promise<store.OrganizationRow> {
  return platform.database.db.transaction().execute(async (tx) => {
    const row = await reachable(tx, caller, identifier);
    refuseFixed(row, change);
    const picked = Object.fromEntries(Object.entries(change).filter(([name]) => editable.includes(name)));
    const settings = JSON.stringify({ ...settingsOf(row), ...picked });
    const columns = { settings, push_cert: pushCertificate ?? row.push_cert };
    await store.updateOrganization(tx, row.id, columns);
    await touchCatalog(tx, row.id);
    return { ...row, ...columns };
  });
}

function refuseFixed(row: store.OrganizationRow, change: Record<string, unknown>): void {
  const current: Record<(typeof fixedFields)[number], unknown> = {
    id: row.id,
    parent_id: row.parent_id,
    name: row.name,
    vanity_subdomain: row.vanity_subdomain,
    app_installation_path: `/?organization=${row.id}`,
    auth_type: 0,
  };
  const differing = fixedFields.find((name) => name in change && change[name] !== current[name]);
  if (differing === undefined) return;
  throw new ServiceError('invalid_request', `${differing} can't be changed.`, {
    details: { field: differing },
  });
}
