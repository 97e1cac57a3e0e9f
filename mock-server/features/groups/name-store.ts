import { chunks } from '../../platform/chunks.ts';
import type { Db } from '../../platform/database/handles.ts';
import type { Aliases, Named } from './aliases.ts';

/** The psks and ids of the rows that exist. */
async function named(
  aliases: Aliases,
  byPsk: (psks: number[]) => Promise<Named[]>,
  byId: (ids: string[]) => Promise<Named[]>,
): Promise<Named[]> {
  const found: Named[] = [];
  for (const part of chunks(aliases.psks)) found.push(...(await byPsk(part)));
  for (const part of chunks(aliases.ids)) found.push(...(await byId(part)));
  return found;
}

/** The organization's users among these aliases. */
export function namedUsers(db: Db, orgId: string, aliases: Aliases): Promise<Named[]> {
  const users = db
    .selectFrom('users')
    .select(['id', 'psk'])
    .where('org_id', '=', orgId)
    .where('deleted', 'is', null);
  return named(
    aliases,
    (psks) => users.where('psk', 'in', psks).execute(),
    (ids) => users.where('id', 'in', ids).execute(),
  );
}

/** The organization's groups among these aliases. */
export function namedGroups(db: Db, orgId: string, aliases: Aliases): Promise<Named[]> {
  const groups = db.selectFrom('groups').select(['id', 'psk']).where('org_id', '=', orgId);
  return named(
    aliases,
    (psks) => groups.where('psk', 'in', psks).execute(),
    (ids) => groups.where('id', 'in', ids).execute(),
  );
}

/** The organization's applications among these aliases. */
export function namedApplications(db: Db, orgId: string, aliases: Aliases): Promise<Named[]> {
  const applications = db.selectFrom('applications').select(['id', 'psk']).where('org_id', '=', orgId);
  return named(
    aliases,
    (psks) => applications.where('psk', 'in', psks).execute(),
    (ids) => applications.where('id', 'in', ids).execute(),
  );
}
