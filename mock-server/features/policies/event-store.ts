import { sql } from 'kysely';
import type { ReportedEvent } from '../../../contract/application-policies.ts';
import type { Tables } from '../../migrations/tables.ts';
import { splitIntoChunks } from '../../platform/chunks.ts';
import type { DialectName } from '../../platform/database/connect.ts';
import type { Db, Tx } from '../../platform/database/handles.ts';
import { buildUsageColumns, buildUsageTables } from '../journals/facade.ts';

export type EventRow = Tables['policy_events'];

/**
 * Stores those of the events that are not stored yet, and returns them. They are written in the order of their ids: two
 * requests with the same events in different orders would wait for each other for ever.
 */
export async function insertEvents(tx: Tx, rows: readonly EventRow[]): Promise<EventRow[]> {
  const inserted = new Set<string>();
  const inOrder = rows.toSorted((left, right) => (left.id < right.id ? -1 : left.id > right.id ? 1 : 0));
  for (const part of splitIntoChunks(inOrder)) {
    const fresh = await tx
      .insertInto('policy_events')
      .values(part)
      .onConflict((conflict) => conflict.columns(['org_id', 'application', 'id']).doNothing())
      .returning('id')
      .execute();
    for (const { id } of fresh) inserted.add(id);
  }
  return inOrder.filter(({ id }) => inserted.delete(id));
}

/** The person and device of an event, if they belong to the organization; null where the reported name matches none. */
export type KnownSubject = Pick<EventRow, 'id' | 'user' | 'device'>;

/** The known persons and devices of sign-ins that an application reported, found as the report of usage does it. */
export async function findKnown(
  tx: Tx,
  dialect: DialectName,
  { org_id, application }: Pick<EventRow, 'org_id' | 'application'>,
  ids: readonly string[],
): Promise<KnownSubject[]> {
  const found: KnownSubject[] = [];
  for (const part of splitIntoChunks(ids)) {
    const rows = sql<KnownSubject>`
      select policy_events.id as id, users.id as "user", devices.id as device from ${buildUsageTables(dialect)}
      where policy_events.org_id = ${org_id} and policy_events.application = ${application}
        and policy_events.id in (${sql.join(part)})`;
    found.push(
      ...(await tx
        .selectFrom(sql<KnownSubject>`(${rows})`.as('known'))
        .select(['id', 'user', 'device'])
        .execute()),
    );
  }
  return found;
}

/** A position in the order of events, newest first. */
export type EventPosition = Pick<EventRow, 'at' | 'application' | 'id'>;

/** The wanted events: of a kind other than `usage`, from a moment on, after a position; null: all of them. */
interface RequestedPolicies {
  dialect: DialectName;
  orgId: string;
  kind: ReportedEvent['kind'];
  application: string | null;
  from: string;
  before: string | null;
  after: EventPosition | null;
  limit: number;
  namesDeleted: boolean;
}

type Shown = 'app_id' | 'app_name' | 'version' | 'user_id' | 'device_id' | 'device_name';
/** An event with its known person and the names of what it refers to. */
export type ListedEvent = Pick<EventRow, 'id' | 'application' | 'at' | 'details' | 'received'> &
  Pick<ReportedEvent, 'kind' | Shown>;

/** Events in their order. */
export async function listEvents(db: Db, wanted: RequestedPolicies): Promise<ListedEvent[]> {
  const { dialect, orgId, kind, application, from, before, after, limit, namesDeleted } = wanted;
  const cells = buildUsageColumns(namesDeleted).map(({ name, value }) => sql`${value} as ${sql.ref(name)}`);
  // A literal, so that PostgreSQL knows that the partial index of the rare kinds contains it.
  const rows = sql<ListedEvent>`
    select policy_events.id, policy_events.kind, policy_events.application, policy_events.at, policy_events.details,
      policy_events.received, ${sql.join(cells)}
    from ${buildUsageTables(dialect)}
    where policy_events.org_id = ${orgId} and policy_events.kind = ${sql.lit(kind)} and policy_events.at >= ${from}
      ${before === null ? sql`` : sql`and policy_events.at < ${before}`}
      ${application === null ? sql`` : sql`and policy_events.application = ${application}`}
      ${after === null ? sql`` : isAfterPosition(after)}
    order by policy_events.at desc, policy_events.application desc, policy_events.id desc limit ${limit}`;
  return db.selectFrom(sql<ListedEvent>`(${rows})`.as('events')).selectAll().$castTo<ListedEvent>().execute();
}

const isAfterPosition = ({ at, application, id }: EventPosition) => sql`and policy_events.at <= ${at}
  and (policy_events.at, policy_events.application, policy_events.id) < (${at}, ${application}, ${id})`;
