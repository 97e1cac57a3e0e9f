import { splitIntoChunks } from '../../platform/chunks.ts';
import type { Db } from '../../platform/database/handles.ts';
import type { Aliases, NamedRow } from './aliases.ts';

/** The psks and ids of the rows that exist. */
async function findNamed(
  aliases: Aliases,
  byPsk: (psks: number[]) => Promise<NamedRow[]>,
  byId: (ids: string[]) => Promise<NamedRow[]>,
): Promise<NamedRow[]> {
  const found: NamedRow[] = [];
  for (const part of splitIntoChunks(aliases.psks)) found.push(...(await byPsk(part)));
  for (const part of splitIntoChunks(aliases.ids)) found.push(...(await byId(part)));
  return found;
}

/** The organization's users among these aliases. */
export function findUsersByAlias(db: Db, orgId: string, aliases: Aliases): Promise<NamedRow[]> {
  const users = db
    .selectFrom('users')
    .select(['id', 'psk'])
    .where('org_id', '=', orgId)
    .where('deleted', 'is', null);
  return findNamed(
    aliases,
    (psks) => users.where('psk', 'in', psks).execute(),
    (ids) => users.where('id', 'in', ids).execute(),
  );
}

/** The organization's groups among these aliases. */
export function findGroupsByAlias(db: Db, orgId: string, aliases: Aliases): Promise<NamedRow[]> {
  const groups = db.selectFrom('groups').select(['id', 'psk']).where('org_id', '=', orgId);
  return findNamed(
    aliases,
    (psks) => groups.where('psk', 'in', psks).execute(),
    (ids) => groups.where('id', 'in', ids).execute(),
  );
}

/** The organization's applications among these aliases. */
export function findApplicationsByAlias(db: Db, orgId: string, aliases: Aliases): Promise<NamedRow[]> {
  const applications = db.selectFrom('applications').select(['id', 'psk']).where('org_id', '=', orgId);
  return findNamed(
    aliases,
    (psks) => applications.where('psk', 'in', psks).execute(),
    (ids) => applications.where('id', 'in', ids).execute(),
  );
}
