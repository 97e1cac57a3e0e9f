import type { Db } from '../../platform/database/handles.ts';
import { parseIdentifier } from '../../platform/database/identifiers.ts';
import * as store from './store.ts';

/**
 * A user of the organization by psk, id or login name; undefined when there is none, or it was deleted. A login name that
 * consists of digits is found only if no user has it as psk.
 */
export async function findUser(
  db: Db,
  orgId: string,
  identifier: string | number,
): Promise<store.UserRow | undefined> {
  const alias = parseIdentifier(identifier);
  const byAlias =
    'psk' in alias
      ? await store.findUserByPsk(db, orgId, alias.psk)
      : await store.findUserById(db, orgId, alias.id);
  return byAlias ?? store.findUserByLogin(db, orgId, String(identifier));
}
