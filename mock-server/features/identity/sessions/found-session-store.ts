import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Tables } from '../../../migrations/tables.ts';
import { chunks } from '../../../platform/chunks.ts';
import type { Db } from '../../../platform/database/handles.ts';
import { prepared, preparedRows, type Value } from '../../../platform/database/prepared.ts';
import type { WatchedTable } from '../../../platform/database/sqlite/row-watch.ts';

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

const living = preparedRows((db, moment: Value, ...asked: Value[]) =>
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
    .select(['tokens.hash', 'devices.id', 'users.revision as user', 'devices.revision as device'])
    .where((all) => isAlive(all, moment)),
);

/**
 * The same for a server: each is looked for by its keys. With the join as it stands a server that knows no numbers of the tables yet, as after
 * many rows came at once, pairs all sessions of an organization with all of its devices.
 */
const livingOnServer = preparedRows((db, moment: Value, ...asked: Value[]) =>
  db
    .selectFrom(
      sql<{ column1: string; column2: string; column3: string }>`(values ${sql.join(
        chunks(asked, 3).map((values) => sql`(${sql.join(values)})`),
      )})`.as('asked'),
    )
    .innerJoinLateral(
      ownRows(db, sql`asked.column1`, sql`asked.column2`, sql`asked.column3`, moment)
        .select('tokens.hash')
        .limit(sql.lit(1))
        .as('found'),
      (join) => join.onTrue(),
    )
    .select(['found.hash', 'found.deviceId as id', 'found.user_revision as user'])
    .select('found.device_revision as device'),
);

/** Of no more than `sessionsTogether` sessions those that go on, with their revisions. */
export function livingSessions(db: Db, sessions: readonly AskedSession[], moment: string, isServer: boolean) {
  // One statement for any number, so that it is planned once: nobody has a session without a name.
  const free = Array.from({ length: sessionsTogether - sessions.length }, () => ['', '', '']);
  return (isServer ? livingOnServer : living)(db, moment, ...[...sessions, ...free].flat());
}

/** The columns that a session is made from, of its token, person, device and pairing. */
const columns = [
  'tokens.id as tokenId',
  'tokens.kind as kind',
  'tokens.prune as prune',
  'tokens.created as created',
  'users.id as userId',
  'users.psk as userPsk',
  'users.user_id as login',
  'users.role as role',
  'users.revision as user_revision',
  'devices.id as deviceId',
  'devices.operating_system as operating_system',
  'devices.operating_system_version as operating_system_version',
  'devices.form_factor as form_factor',
  'devices.revision as device_revision',
  'pairing.id as pairingId',
] as const;

/** A token with its user and a device, unless any of them has to be refused. */
const ownRows = (db: Db, orgId: Value, hash: Value, deviceId: Value, moment: Value) =>
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
    .select(columns)
    .where('tokens.org_id', '=', orgId)
    .where('tokens.hash', '=', hash)
    .where((all) => isAlive(all, moment));

/** The same rows with the revisions of the organization, and with all moments at which the session may end. */
const sessions = (db: Db, orgId: Value, hash: Value, deviceId: Value, moment: Value) =>
  ownRows(db, orgId, hash, deviceId, moment)
    .innerJoin('organizations', 'organizations.id', 'tokens.org_id')
    .leftJoin('activity_revisions as activity', 'activity.org_id', 'tokens.org_id')
    .select(['organizations.catalog_revision', 'activity.revision as activity_revision'])
    .select(['tokens.idle_ends', 'users.until as user_until'])
    .select(['devices.until as device_until', 'pairing.until as pairing_until']);

/** The session of a token on a device; undefined, when something is to be refused, says nothing of the reason. */
export const findSession = prepared(sessions);

/** The columns that a caller is made from. */
export type SessionRow = Omit<
  NonNullable<Awaited<ReturnType<typeof findSession>>>,
  'idle_ends' | 'user_until' | 'device_until' | 'pairing_until'
>;

type NamesIn<Q> = Q extends SelectQueryBuilder<infer _DB, infer Names, infer _Row> ? Names : never;

/** What `sessions` reads, table by table under the name that it has there: which changes make a session another, and whose. */
export const sessionTables: Readonly<Record<NamesIn<ReturnType<typeof sessions>>, WatchedTable>> = {
  tokens: {
    table: 'tokens',
    except: ['name', 'last_used'],
    whose: (row) => [`${row}.org_id`, `${row}."user"`],
  },
  users: { table: 'users', whose: (row) => [`${row}.org_id`, `${row}.id`] },
  devices: {
    table: 'devices',
    except: ['inventory_reported'],
    whose: () => ['pairing.org_id', 'pairing."user"'],
    from: (row) =>
      `device_users as pairing where pairing.org_id = ${row}.org_id and pairing.device = ${row}.id`,
  },
  pairing: {
    table: 'device_users',
    except: ['last_active'],
    whose: (row) => [`${row}.org_id`, `${row}."user"`],
  },
  organizations: { table: 'organizations', whose: (row) => [`${row}.id`, 'null'] },
  activity: { table: 'activity_revisions', whose: (row) => [`${row}.org_id`, 'null'] },
};

/** A token, by its hash, and a device. */
export type SessionAsked = readonly [hash: string, deviceId: string];

/**
 * A token, by its hash, a device, and the text of their session when it was last read; empty for a session that is not
 * known.
 */
export type SessionCompared = readonly [hash: string, deviceId: string, text: string];

type RowIn<Q> = Q extends SelectQueryBuilder<infer _DB, infer _Names, infer Row> ? Row : never;

/** The columns of a session itself, without the revisions of its organization. */
type OwnRow = RowIn<ReturnType<typeof ownRows>>;

/**
 * The revisions of an organization, and those of the requested sessions that are over or whose text is no longer
 * `text`. PostgreSQL writes the text from the row of all columns that a session is made from, so different rows have
 * different texts. The columns of a changed session are one value of JSON: each column of an answer costs both sides
 * time, even when no session has changed. `lateral`: each session is looked up by its keys, however many rows PostgreSQL
 * expects in `asked`. For a JSON text it always expects a hundred, so it keeps one plan; it knows the length of an array,
 * and would plan again whenever it expects fewer rows.
 */
const findChanged = preparedRows(
  (db, orgId: Value, hashes: Value, devices: Value, texts: Value, moment: Value) =>
    db
      .selectFrom('organizations')
      .leftJoin('activity_revisions as activity', 'activity.org_id', 'organizations.id')
      .leftJoinLateral(
        db
          .selectFrom(
            sql<{ hash: string; device: string; text: string }>`rows from (${sql.join(
              [hashes, devices, texts].map((list) => sql`json_array_elements_text(cast(${list} as json))`),
            )})`.as<'asked'>(sql`asked(hash, device, text)`),
          )
          .leftJoinLateral(
            ownRows(db, orgId, sql`asked.hash`, sql`asked.device`, moment).limit(sql.lit(1)).as('found'),
            (join) => join.onTrue(),
          )
          .select(['asked.hash', 'asked.device as askedDevice'])
          .select([
            sql<string | null>`cast(found as text)`.as('text'),
            sql<OwnRow | null>`row_to_json(found)`.as('row'),
          ])
          // A session counts as changed unless its text is certainly the same.
          .where(sql<boolean>`not coalesce(cast(found as text) = asked.text, false)`)
          .as('changed'),
        (join) => join.onTrue(),
      )
      .select(['organizations.catalog_revision', 'activity.revision as activity_revision'])
      .select(['changed.hash', 'changed.askedDevice', 'changed.text', 'changed.row'])
      .where('organizations.id', '=', orgId),
);

/** A session that has changed, with its text and columns; both are null when it is over. */
export type ChangedSession = Awaited<ReturnType<typeof findChanged>>[number];

/**
 * Those of these sessions that are over or have changed, in one statement of PostgreSQL, with the revisions of their
 * organization.
 */
export const changedSessions = (db: Db, orgId: string, asked: readonly SessionCompared[], moment: string) =>
  findChanged(db, orgId, list(asked, 0), list(asked, 1), list(asked, 2), moment);

const list = (asked: readonly SessionCompared[], part: 0 | 1 | 2): string =>
  JSON.stringify(asked.map((session) => session[part]));

/**
 * Whether a person is signed in on a device, or was until their time was over, which is remembered as long as a link may last:
 * a large install goes on meanwhile.
 */
export async function hasSession(db: Db, orgId: string, userId: string, deviceId: string): Promise<boolean> {
  const found = await db
    .selectFrom('tokens')
    .select('id')
    .where('org_id', '=', orgId)
    .where('user', '=', userId)
    .where('kind', '!=', 'api')
    .where((where) => where.or([where('device', '=', deviceId), where('device', 'is', null)]))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
