import { sql } from 'kysely';
import type { Db } from '../../../platform/database/handles.ts';
import { prepareFirst, prepareRows, type Value } from '../../../platform/database/prepared.ts';
import { selectUnacceptedTerms } from '../terms/unaccepted-store.ts';

/**
 * Everything that decides whether a session on a device goes on, who it belongs to, and which revisions their catalog
 * has. The columns of the device and its pairing are null where the person is not paired with a device of this id.
 */
const selectSessions = (db: Db, orgId: Value, hash: Value, deviceId: Value) =>
  db
    .selectFrom('tokens')
    .innerJoin('users', (join) =>
      join.onRef('users.org_id', '=', 'tokens.org_id').onRef('users.id', '=', 'tokens.user'),
    )
    .innerJoin('organizations', 'organizations.id', 'tokens.org_id')
    .leftJoin('activity_revisions as activity', 'activity.org_id', 'tokens.org_id')
    .leftJoin('device_users as pairing', (join) =>
      join
        .onRef('pairing.org_id', '=', 'tokens.org_id')
        .onRef('pairing.user', '=', 'tokens.user')
        .on('pairing.device', '=', deviceId),
    )
    .leftJoin('devices', (join) =>
      join.onRef('devices.org_id', '=', 'pairing.org_id').onRef('devices.id', '=', 'pairing.device'),
    )
    .select([
      'tokens.hash',
      'tokens.id as tokenId',
      'tokens.kind',
      'tokens.prune',
      'tokens.idle_ends',
      'tokens.last_used',
      'tokens.created',
      'tokens.scopes',
      'users.org_id as orgId',
      'users.id as userId',
      'users.psk as userPsk',
      'users.user_id as login',
      'users.role',
      'users.disabled',
      'users.disabled_reason',
      'users.until',
      'users.deleted',
      'users.revision as userRevision',
      'organizations.catalog_revision as catalogRevision',
      'activity.revision as activityRevision',
      'devices.id as deviceId',
      'devices.operating_system',
      'devices.operating_system_version',
      'devices.form_factor',
      'devices.disabled_reason as deviceDisabled',
      'devices.until as deviceUntil',
      'devices.revision as deviceRevision',
      'pairing.id as pairingId',
      'pairing.disabled_reason as pairingDisabled',
      'pairing.until as pairingUntil',
      selectUnacceptedTerms(db, sql.ref('users.org_id'), sql.ref('users.id')).as('unacceptedTerms'),
    ])
    .where('tokens.org_id', '=', orgId)
    .where('tokens.hash', '=', hash);

/** The session of a token, by its hash, on a device; undefined when there is no such token. */
export const findSession = prepareFirst(selectSessions);

export type SessionRow = NonNullable<Awaited<ReturnType<typeof findSession>>>;

/** A token, by its hash, on a device. */
export interface SessionKey {
  orgId: string;
  hash: string;
  deviceId: string;
}

const sessionsOnServer = prepareRows((db, keys: Value) =>
  db
    .selectFrom(
      sql<SessionKey>`json_to_recordset(cast(${keys} as json))`.as<'key'>(
        sql`key("orgId" text, "hash" text, "deviceId" text)`,
      ),
    )
    .innerJoinLateral(
      selectSessions(db, sql`key."orgId"`, sql`key."hash"`, sql`key."deviceId"`)
        .limit(sql.lit(1))
        .as('session'),
      (join) => join.onTrue(),
    )
    // The columns by their names would have to be listed again, and a statement with `*` gets no plan of its own.
    .select(sql<SessionRow>`row_to_json(session)`.as('row')),
);

/**
 * The sessions that there are of these. A server answers in one statement, with `lateral` so that each is looked up by
 * its keys: before it has statistics, PostgreSQL would pair all sessions of an organization with all of its devices.
 */
export async function findSessions(
  db: Db,
  keys: readonly SessionKey[],
  isServer: boolean,
): Promise<SessionRow[]> {
  if (isServer) return (await sessionsOnServer(db, JSON.stringify(keys))).map(({ row }) => row);
  const rows: SessionRow[] = [];
  for (const { orgId, hash, deviceId } of keys) {
    const row = await findSession(db, orgId, hash, deviceId);
    if (row !== undefined) rows.push(row);
  }
  return rows;
}

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
