import type { ExpressionBuilder } from 'kysely';
import type { Tables } from '../../migrations/tables.ts';
import type { Db, Tx } from '../../platform/database/handles.ts';
import { selectPeopleWhoAccepted } from '../terms/facade.ts';
import type { Recipient } from './batch.ts';
import { selectConcerned } from './deadline-audience-store.ts';
import type { NotificationRow } from './store.ts';

/** To whom a notification is sent. */
export type Audience = Pick<NotificationRow, 'org_id' | 'kind' | 'subject' | 'version'>;
/** The providers that reach native App Catalogs. */
export type NativeProvider = keyof typeof tokenColumns;

/** A part of an audience, in the order of its entries: after one entry, up to and including another. */
export interface EntryRange {
  after: string;
  to: string;
}

const wholeRange: EntryRange = { after: '', to: '\uffff' };

/** The members of a group. */
const selectMembers = (db: Db, { org_id, subject }: Audience, { after, to }: EntryRange) =>
  db
    .selectFrom('group_users as entry')
    .where('entry.org_id', '=', org_id)
    .where('entry.group', '=', subject)
    .where('entry.user', '>', after)
    .where('entry.user', '<=', to);

/** The downloads of an application; for a notice of an update only those by devices that have an earlier version. */
function selectDownloads(db: Db, audience: Audience, { after, to }: EntryRange) {
  const all = db
    .selectFrom('downloads as entry')
    .where('entry.org_id', '=', audience.org_id)
    .where('entry.application', '=', audience.subject)
    .where('entry.id', '>', after)
    .where('entry.id', '<=', to);
  return audience.kind === 'update_notice'
    ? all.where((entry) => isOutdated(entry, audience.version ?? ''))
    : all;
}

type Entry = ExpressionBuilder<Tables & { entry: Tables['downloads'] }, 'entry'>;

/**
 * A download of an earlier version to a device to which nobody has downloaded the new version or a later one: two
 * people may share a device.
 */
function isOutdated(entry: Entry, version: string) {
  const ordinal = entry
    .selectFrom('versions as newest')
    .select('newest.ordinal')
    .whereRef('newest.org_id', '=', 'entry.org_id')
    .where('newest.id', '=', version);
  const earlier = entry
    .selectFrom('versions as had')
    .select('had.ordinal')
    .whereRef('had.org_id', '=', 'entry.org_id')
    .whereRef('had.id', '=', 'entry.version');
  const newer = entry
    .selectFrom('downloads as later')
    .innerJoin('versions as has', (join) =>
      join.onRef('has.org_id', '=', 'later.org_id').onRef('has.id', '=', 'later.version'),
    )
    .select('later.id')
    .whereRef('later.org_id', '=', 'entry.org_id')
    .whereRef('later.application', '=', 'entry.application')
    .whereRef('later.device', '=', 'entry.device')
    .where('has.ordinal', '>=', ordinal);
  return entry.and([entry(earlier, '<', ordinal), entry.not(entry.exists(newer))]);
}

/** The people of an audience. */
function selectPeople(db: Db, audience: Audience, stretch: EntryRange) {
  switch (audience.kind) {
    case 'group_message':
      return selectMembers(db, audience, stretch).select('entry.user').as('reached');
    case 'deadline_notice':
      return selectConcerned(db, audience, stretch).select('entry.user').distinct().as('reached');
    default:
      return selectDownloads(db, audience, stretch)
        .select((row) => row.ref('entry.user').$castTo<string>().as('user'))
        .distinct()
        .as('reached');
  }
}

const pairingColumns = [
  'pairing.user',
  'pairing.device',
  'pairing.disabled_reason',
  'pairing.until',
] as const;

/**
 * The devices of an audience, each with the pairing of its person: devices of members, or devices that downloaded the
 * application.
 */
function selectDevices(db: Db, audience: Audience, stretch: EntryRange) {
  switch (audience.kind) {
    case 'group_message':
      return selectMembers(db, audience, stretch)
        .innerJoin('device_users as pairing', (join) =>
          join.onRef('pairing.org_id', '=', 'entry.org_id').onRef('pairing.user', '=', 'entry.user'),
        )
        .select(pairingColumns)
        .as('reached');
    case 'deadline_notice':
      return selectConcerned(db, audience, stretch)
        .innerJoin('device_users as pairing', (join) =>
          join.onRef('pairing.org_id', '=', 'entry.org_id').onRef('pairing.user', '=', 'entry.user'),
        )
        .select(pairingColumns)
        .distinct()
        .as('reached');
    default:
      return selectDownloads(db, audience, stretch)
        .innerJoin('device_users as pairing', (join) =>
          join
            .onRef('pairing.org_id', '=', 'entry.org_id')
            .onRef('pairing.device', '=', 'entry.device')
            .onRef('pairing.user', '=', 'entry.user'),
        )
        .select(pairingColumns)
        .as('reached');
  }
}

const tokenColumns = { apns: 'ios_push_token', fcm: 'android_push_token' } as const;

/**
 * Tokens of devices that may be used: neither device nor pairing nor person is disabled, and no terms keep the person
 * out.
 */
async function selectTokens(
  db: Db,
  audience: Audience,
  provider: NativeProvider,
  stretch: EntryRange,
  moment: string,
) {
  const { people } = await selectPeopleWhoAccepted(db, audience.org_id);
  const all = selectUsableTokens(db, audience, provider, stretch, moment);
  return { tokens: people === null ? all : all.where('users.id', 'in', people) };
}

const selectUsableTokens = (
  db: Db,
  audience: Audience,
  provider: NativeProvider,
  stretch: EntryRange,
  moment: string,
) =>
  db
    .selectFrom(selectDevices(db, audience, stretch))
    .innerJoin('devices', (join) =>
      join.on('devices.org_id', '=', audience.org_id).onRef('devices.id', '=', 'reached.device'),
    )
    .innerJoin('users', (join) =>
      join.on('users.org_id', '=', audience.org_id).onRef('users.id', '=', 'reached.user'),
    )
    .where(`devices.${tokenColumns[provider]}`, 'is not', null)
    .where('devices.disabled_reason', 'is', null)
    .where('reached.disabled_reason', 'is', null)
    .where('users.disabled', '=', 0)
    .where('users.deleted', 'is', null)
    .where((any) => any.or([any('devices.until', 'is', null), any('devices.until', '>', moment)]))
    .where((any) => any.or([any('reached.until', 'is', null), any('reached.until', '>', moment)]))
    .where((any) => any.or([any('users.until', 'is', null), any('users.until', '>', moment)]));

/** Whether there is any device to send to, through any of these providers. */
export async function hasDevices(
  db: Db,
  audience: Audience,
  providers: readonly NativeProvider[],
  moment: string,
): Promise<boolean> {
  for (const provider of providers) {
    const { tokens } = await selectTokens(db, audience, provider, wholeRange, moment);
    const found = await tokens.select('devices.id').limit(1).executeTakeFirst();
    if (found !== undefined) return true;
  }
  return false;
}

/** The last of the next `count` entries of an audience after `after`; undefined when none is left. */
export async function findNextEntry(
  db: Db,
  audience: Audience,
  after: string,
  count: number,
): Promise<string | undefined> {
  const { org_id, kind, subject } = audience;
  const members = db
    .selectFrom('group_users')
    .select('user as entry')
    .where('org_id', '=', org_id)
    .where('group', '=', subject)
    .where('user', '>', after)
    .orderBy('user')
    .limit(count);
  const downloads = db
    .selectFrom('downloads')
    .select('id as entry')
    .where('org_id', '=', org_id)
    .where('application', '=', subject)
    .where('id', '>', after)
    .orderBy('id')
    .limit(count);
  const people = selectConcerned(db, audience, { ...wholeRange, after })
    .select('entry.user as entry')
    .distinct()
    .orderBy('entry.user')
    .limit(count);
  const next = kind === 'group_message' ? members : kind === 'deadline_notice' ? people : downloads;
  const row = await db
    .selectFrom(next.as('next'))
    .select((one) => one.fn.max<string | null>('next.entry').as('last'))
    .executeTakeFirst();
  return row?.last ?? undefined;
}

/** The devices in a part of an audience to which a notification is sent. */
export async function listRecipients(
  db: Db,
  audience: Audience,
  provider: NativeProvider,
  stretch: EntryRange,
  moment: string,
): Promise<Recipient[]> {
  const { tokens } = await selectTokens(db, audience, provider, stretch, moment);
  return tokens
    .select((row) => [
      row.fn.coalesce(`devices.${tokenColumns[provider]}`, row.val('')).as('token'),
      'devices.id as device',
    ])
    .execute();
}

/**
 * Puts a notification among the messages of the people of a part of an audience; no other process does that at the same
 * time. Returns how many messages were added. A group has a member once; a person with several downloads may have the
 * message from an earlier part.
 */
export async function addMessages(
  tx: Tx,
  audience: Audience & { id: string },
  stretch: EntryRange,
  moment: string,
): Promise<number> {
  const reached = tx
    .selectFrom(selectPeople(tx, audience, stretch))
    .innerJoin('users', (join) =>
      join.on('users.org_id', '=', audience.org_id).onRef('users.id', '=', 'reached.user'),
    )
    .where('users.deleted', 'is', null)
    .where('users.disabled', '=', 0)
    .where((any) => any.or([any('users.until', 'is', null), any('users.until', '>', moment)]));
  const news =
    audience.kind === 'group_message'
      ? reached
      : reached.where((row) => row.not(row.exists(hasMessage(row, audience))));
  // `on conflict do nothing` would take half of PostgreSQL's time, because it writes each row twice for that.
  const added = await tx
    .insertInto('messages')
    .columns(['org_id', 'user', 'notification'])
    .expression(
      news.select((row) => [
        'users.org_id',
        'users.id as user',
        row.cast<string>(row.val(audience.id), 'text').as('notification'),
      ]),
    )
    .executeTakeFirst();
  return Number(added.numInsertedOrUpdatedRows ?? 0n);
}

const hasMessage = (person: ExpressionBuilder<Tables, 'users'>, { org_id, id }: Audience & { id: string }) =>
  person
    .selectFrom('messages as had')
    .select('had.user')
    .where('had.org_id', '=', org_id)
    .whereRef('had.user', '=', 'users.id')
    .where('had.notification', '=', id);
