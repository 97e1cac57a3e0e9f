import { roles } from '../../../contract/common/codes.ts';
import { splitIntoChunks } from '../../platform/chunks.ts';
import type { Db } from '../../platform/database/handles.ts';
import type { Caller } from '../../platform/http/contexts.ts';
import { findOrganization } from './settings.ts';
import * as store from './store.ts';

export interface Family {
  root: store.OrganizationRow;
  /** Everything shown below the root, parents before their children. */
  below: store.OrganizationRow[];
}

/**
 * The organizations that the caller may see: for an administrator their own with all below it, under its parent if it has
 * one; for others only their own. Document 1, GET /v1/organizations/.
 */
export async function loadFamily(db: Db, caller: Caller): Promise<Family> {
  const own = await findOrganization(db, caller.orgId);
  if (caller.user.role !== roles.administrator) return { root: own, below: [] };
  const below = await listDescendants(db, own.id);
  const parent = own.parent_id === null ? undefined : await store.findOrganizationById(db, own.parent_id);
  return parent === undefined ? { root: own, below } : { root: parent, below: [own, ...below] };
}

async function listDescendants(db: Db, id: string): Promise<store.OrganizationRow[]> {
  const all: store.OrganizationRow[] = [];
  for (let level = [id]; level.length > 0; ) {
    const children: store.OrganizationRow[] = [];
    for (const part of splitIntoChunks(level)) children.push(...(await store.listChildren(db, part)));
    all.push(...children);
    level = children.map((row) => row.id);
  }
  return all;
}
