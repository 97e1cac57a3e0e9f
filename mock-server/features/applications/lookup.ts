import type { Db } from '../../platform/database/handles.ts';
import { parseIdentifier } from '../../platform/database/identifiers.ts';
import * as store from './store.ts';

/** An application of the organization by psk or id; undefined when there is none. */
export async function findApplication(
  db: Db,
  orgId: string,
  identifier: string | number,
): Promise<store.ApplicationRow | undefined> {
  const alias = parseIdentifier(identifier);
  return 'psk' in alias
    ? store.findApplicationByPsk(db, orgId, alias.psk)
    : store.findApplicationById(db, orgId, alias.id);
}

/** A version of the organization by psk or id; undefined when there is none. */
export async function findVersion(
  db: Db,
  orgId: string,
  identifier: string | number,
): Promise<store.VersionRow | undefined> {
  const alias = parseIdentifier(identifier);
  return 'psk' in alias
    ? store.findVersionByPsk(db, orgId, alias.psk)
    : store.findVersionById(db, orgId, alias.id);
}
