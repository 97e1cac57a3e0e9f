import { type ExpressionBuilder, sql } from 'kysely';
import type { Tables } from '../../../migrations/tables.ts';
import { chunks } from '../../../platform/chunks.ts';
import type { Db } from '../../../platform/database/handles.ts';
import { prepared, preparedRows, type Value } from '../../../platform/database/prepared.ts';

type SessionTables = Tables & { pairing: Tables['device_users'] };

/** Nothing of a session, its person, its device or their pairing has ended or is disabled. */
const isAlive = (
  all: ExpressionBuilder<SessionTables, 'tokens' | 'users' | 'devices' | 'pairing'>,
  moment: Value,
) =>
  all.and([
    all.or([all('tokens.prune', 'is', null), all('tokens.prune', '>', moment)]),
    all.or([all('tokens.idle_ends', 'is', null), all('tokens.idle_ends', '>', moment)]),
    all('users.deleted', 'is', null),
    all('users.disabled', '=', sql.lit(0)),
    all.or([all('users.until', 'is', null), all('users.until', '>', moment)]),
    all('devices.disabled_reason', 'is', null),
    all.or([all('devices.until', 'is', null), all('devices.until', '>', moment)]),
    all('pairing.disabled_reason', 'is', null),
    all.or([all('pairing.until', 'is', null), all('pairing.until', '>', moment)]),
  ]);

/** Organization, hash of the token, device. */
export type AskedSession = readonly [orgId: string, hash: string, device: string];

/** Sessions that are asked for at once. */
export const sessionsTogether = 100;

/** These sessions with their people, devices and pairings, as far as they go on. */
const askedSessions = (db: Db, moment: Value, asked: readonly Value[]) =>
  db
    .selectFrom(
      // Both engines call the columns of such a list so.
      sql<{ column1: string; column2: string; column3: string }>`(values ${sql.join(
        chunks(asked, 3).map((values) => sql`(${sql.join(values)})`),
      )})`.as('asked'),
    )
    .innerJoin('tokens', (join) =>
      join.onRef('tokens.org_id', '=', 'asked.column1').onRef('tokens.hash', '=', 'asked.column2'),
    )
    .innerJoin('users', (join) =>
      join.onRef('users.org_id', '=', 'tokens.org_id').onRef('users.id', '=', 'tokens.user'),
    )
    .innerJoin('devices', (join) =>
      join.onRef('devices.org_id', '=', 'tokens.org_id').onRef('devices.id', '=', 'asked.column3'),
    )
    .innerJoin('device_users as pairing', (join) =>
      join
        .onRef('pairing.org_id', '=', 'tokens.org_id')
        .onRef('pairing.device', '=', 'devices.id')
        .onRef('pairing.user', '=', 'users.id'),
    )
    .where((all) => isAlive(all, moment));

const living = preparedRows((db, moment: Value, ...asked: Value[]) =>
  askedSessions(db, moment, asked).select([
    'tokens.hash',
    'devices.id',
    'users.revision as user',
    'devices.revision as device',
  ]),
);

/** One statement for any number of sessions up to `count`, so that it is planned once: nobody has a session without a name. */
function filledUp(sessions: readonly AskedSession[], count: number): string[] {
  const free = Array.from({ length: count - sessions.length }, () => ['', '', '']);
  return [...sessions, ...free].flat();
}

/** Of no more than `sessionsTogether` sessions those that go on, with their revisions. */
export const livingSessions = (db: Db, sessions: readonly AskedSession[], moment: string) =>
  living(db, moment, ...filledUp(sessions, sessionsTogether));

/**
 * A token with its user, the device named and all revisions, where nothing about them is to be refused: undefined says nothing
 * of the reason.
 */
const session = (db: Db, moment: Value, orgId: Value, hash: Value, deviceId: Value) =>
  db
    .selectFrom('tokens')
    .innerJoin('users', (join) =>
      join.onRef('users.org_id', '=', 'tokens.org_id').onRef('users.id', '=', 'tokens.user'),
    )
    .innerJoin('devices', (join) =>
      join.onRef('devices.org_id', '=', 'tokens.org_id').on('devices.id', '=', deviceId),
    )
    .innerJoin('device_users as pairing', (join) =>
      join
        .onRef('pairing.org_id', '=', 'tokens.org_id')
        .onRef('pairing.device', '=', 'devices.id')
        .onRef('pairing.user', '=', 'users.id'),
    )
    .innerJoin('organizations', 'organizations.id', 'tokens.org_id')
    .leftJoin('activity_revisions as activity', 'activity.org_id', 'tokens.org_id')
    .select(['tokens.hash', 'tokens.id as tokenId', 'tokens.kind', 'tokens.prune', 'tokens.created'])
    .select(['users.id as userId', 'users.psk as userPsk', 'users.user_id as login', 'users.role'])
    .select(['devices.id as deviceId', 'pairing.id as pairingId'])
    .select(['devices.operating_system', 'devices.operating_system_version', 'devices.form_factor'])
    .select(['organizations.catalog_revision', 'activity.revision as activity_revision'])
    .select(['users.revision as user_revision', 'devices.revision as device_revision'])
    .where('tokens.org_id', '=', orgId)
    .where('tokens.hash', '=', hash)
    .where((all) => isAlive(all, moment));

/**
 * Several at once, on a server. Each is looked for by itself (`lateral`, `limit`): of a join over all, a server that has not analyzed its tables yet reads
 * whole organizations for each.
 */
const several = (db: Db, moment: Value, ...asked: Value[]) =>
  db
    .selectFrom(
      sql`(values ${sql.join(chunks(asked, 3).map((values) => sql`(${sql.join(values)})`))})`.as('asked'),
    )
    .innerJoinLateral(
      session(db, moment, sql.ref('asked.column1'), sql.ref('asked.column2'), sql.ref('asked.column3'))
        .limit(sql.lit(1))
        .as('found'),
      (join) => join.onTrue(),
    )
    // Named one by one: a statement with `*` is not prepared.
    .select(['found.hash', 'found.tokenId', 'found.kind', 'found.prune', 'found.created', 'found.userId'])
    .select(['found.userPsk', 'found.login', 'found.role', 'found.deviceId', 'found.pairingId'])
    .select(['found.operating_system', 'found.operating_system_version', 'found.form_factor'])
    .select(['found.catalog_revision', 'found.activity_revision', 'found.user_revision'])
    .select('found.device_revision');

const findSession = prepared(session);
export type FoundSession = NonNullable<Awaited<ReturnType<typeof findSession>>>;

/** Statements for so many; the smallest that has room is taken. */
const findings = [4, 16].map((count) => ({ count, find: preparedRows(several) }));

/** Sessions that are found at once. */
export const foundTogether = 16;

/** Each of no more than `foundTogether` sessions, or undefined in its place. */
export async function findSessions(
  db: Db,
  sessions: readonly AskedSession[],
  moment: string,
): Promise<(FoundSession | undefined)[]> {
  const [first, ...others] = sessions;
  if (first !== undefined && others.length === 0) return [await findSession(db, moment, ...first)];
  const fitting = findings.find(({ count }) => count >= sessions.length);
  if (fitting === undefined) throw new Error(`No statement finds ${sessions.length} sessions at once.`);
  const rows = await fitting.find(db, moment, ...filledUp(sessions, fitting.count));
  return sessions.map(([, hash, device]) => rows.find((row) => row.hash === hash && row.deviceId === device));
}
