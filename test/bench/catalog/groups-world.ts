import { sql } from 'kysely';
import { splitIntoChunks } from '../../../mock-server/platform/chunks.ts';
import { changeCatalog } from '../../../mock-server/platform/database/changes/changes.ts';
import type { Tx } from '../../../mock-server/platform/database/handles.ts';
import { createId, getNow } from '../../../mock-server/platform/database/identifiers.ts';
import { withoutGuard } from '../../../mock-server/platform/database/unguarded.ts';
import type { TestService } from '../../setup/service.ts';
import { fillCatalog } from '../../setup/world/full-catalog.ts';
import { person, type Session } from '../people.ts';

export interface Size {
  applications: number;
  groups: number;
  /** The number of applications that each group has. */
  each: number;
  persons: number;
  /** The number of groups that each person is in: nearly nobody has the same groups as somebody else. */
  memberships: number;
}

/**
 * Makes a typical large organization: many groups, each with its own applications, and people in several of them.
 * Returns who is signed in, and the groups of the first person.
 */
export async function fillGroups(
  service: TestService,
  size: Size,
): Promise<{ groups: number[]; sessions: Session[] }> {
  const { groups, ids, sessions } = await withoutAudit(service, () => fill(service, size));
  // PostgreSQL does this by itself, SQLite never does.
  if (service.platform.database.dialect === 'postgres')
    await sql`analyze`.execute(withoutGuard(service.platform.database.db));
  const own = new Set(groupsOf(0, size, ids));
  return { groups: groups.filter(({ id }) => own.has(id)).map(({ psk }) => psk), sessions };
}

async function fill(service: TestService, size: Size) {
  await fillCatalog(service, size.applications);
  const groups = await makeGroups(service, size);
  const ids = groups.map(({ id }) => id);
  const sessions = await service.platform.database.transaction(async (tx) => {
    await withoutChecks(service, tx);
    const made: Session[] = [];
    for (let at = 0; at < size.persons; at++)
      made.push(await person(tx, service.admin.orgId, groupsOf(at, size, ids), at));
    return made;
  });
  return { groups, ids, sessions };
}

/**
 * Runs work without the audit log, which would record each of the million rows that are written here. It records again
 * what is measured afterwards.
 */
async function withoutAudit<R>({ platform }: TestService, work: () => Promise<R>): Promise<R> {
  const { db, dialect } = platform.database;
  const handle = withoutGuard(db);
  if (dialect === 'postgres') {
    const set = async (state: 'enable' | 'disable') => {
      for (const table of [
        'applications',
        'versions',
        'group_applications',
        'group_users',
        'users',
        'tokens',
      ])
        await sql`alter table ${sql.table(table)} ${sql.raw(state)} trigger user`.execute(handle);
    };
    await set('disable');
    const result = await work();
    await set('enable');
    return result;
  }
  const triggers = sql<{ name: string; text: string }>`
    select name, sql as text from sqlite_master where type = 'trigger'`;
  const { rows } = await triggers.execute(handle);
  for (const { name } of rows) await sql`drop trigger ${sql.id(name)}`.execute(handle);
  const result = await work();
  for (const { text } of rows) await sql.raw(text).execute(handle);
  return result;
}

/**
 * Turns off foreign keys in a transaction: for each of a million rows, PostgreSQL would look for the rows that it
 * refers to, without knowing yet how large the tables are.
 */
async function withoutChecks({ platform }: TestService, tx: Tx): Promise<void> {
  if (platform.database.dialect === 'postgres')
    await sql`set local session_replication_role = replica`.execute(withoutGuard(tx));
}

/** A number below `among` that looks random, and is the same in every run. */
const scattered = (seed: number, among: number): number =>
  Math.floor((((Math.sin(seed) * 43758.5453) % 1) + 1) * among) % among;

async function makeGroups(
  service: TestService,
  { groups, each }: Size,
): Promise<{ id: string; psk: number }[]> {
  const { orgId } = service.admin;
  return changeCatalog(service.platform.database, orgId, async (tx) => {
    const applications = await tx
      .selectFrom('applications')
      .select('id')
      .where('org_id', '=', orgId)
      .execute();
    await withoutChecks(service, tx);
    const made = [];
    for (let at = 0; at < groups; at++) {
      const group = { id: createId(), psk: 1_000_000 + at };
      made.push(group);
      const about = { name: `Group ${at}`, description: '', is_default: 0, created: getNow() } as const;
      await tx
        .insertInto('groups')
        .values({ org_id: orgId, ...group, ...about })
        .execute();
      const rows = applicationsOf(at, each, applications).map(({ id }) => ({
        org_id: orgId,
        group: group.id,
        application: id,
        is_mandatory: 0 as const,
        is_latest: 1 as const,
        created: getNow(),
      }));
      for (const part of splitIntoChunks(rows))
        await tx.insertInto('group_applications').values(part).execute();
    }
    return { applications: 'all', result: made };
  });
}

/** `count` items that look randomly chosen. */
function some<T>(from: number, count: number, among: readonly T[]): T[] {
  const chosen = new Set<T>();
  for (let seed = from; chosen.size < count; seed++) {
    const one = among[scattered(seed, among.length)];
    if (one !== undefined) chosen.add(one);
  }
  return [...chosen];
}

/** The applications of the group with a number. */
export const applicationsOf = <T>(at: number, each: number, applications: readonly T[]): T[] =>
  some(at * 7919, each, applications);

/** The groups of the person with a number. */
export const groupsOf = <T>(
  at: number,
  { memberships }: Pick<Size, 'memberships'>,
  groups: readonly T[],
): T[] => some(at * 104_729, memberships, groups);
