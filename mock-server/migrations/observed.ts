import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { Tables } from './tables.ts';

/** A table whose changes the audit log shows as before and after. */
export interface Observed {
  table: keyof Tables;
  /** The column that holds the organization; by default `org_id`. */
  org?: 'org_id' | 'id';
  /** The name that the log gives to an object of this table. */
  kind: string;
  /** The column that names the object. */
  subject: string;
  /**
   * The columns that are shown; a change of any other column is not recorded. Of secrets the log shows only that they
   * changed: their names are in features/audit/redact.ts.
   */
  columns: readonly string[];
  /** A column with a moment: the deletion of a row after that moment is not recorded. */
  end?: string;
  /** False where the deletion of a row is not worth recording. */
  recordsDeletions?: false;
}

const quoted = (name: string): string => `"${name}"`;

/**
 * Has the database note every change of a table in `audit_pending`, in the transaction that makes it. To observe a column
 * that is added later, call it again in the migration that adds it.
 */
export async function observe(db: Kysely<Tables>, observed: Observed): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  for (const statement of isPostgres ? onPostgres(observed) : onSqlite(observed))
    await sql.raw(statement).execute(db);
}

type Row = 'old' | 'new';

function objectOf(row: Row, columns: readonly string[], make: string): string {
  return `${make}(${columns.map((name) => `'${name}', ${row}.${quoted(name)}`).join(', ')})`;
}

const differs = (columns: readonly string[], operator: string): string =>
  columns.map((name) => `old.${quoted(name)} ${operator} new.${quoted(name)}`).join(' or ');

/** A condition for rows that are deleted before their end. */
const unlessEnded = (end: string | undefined, moment: string): string =>
  end === undefined ? '' : ` when (old.${quoted(end)} is null or old.${quoted(end)} > ${moment})`;

const isRecorded =
  (recordsDeletions = true) =>
  ({ event }: { event: string }): boolean =>
    recordsDeletions || event !== 'delete';

function onSqlite({
  table,
  org = 'org_id',
  kind,
  subject,
  columns,
  end,
  recordsDeletions,
}: Observed): string[] {
  const events = [
    { event: 'insert', row: 'new', when: '' },
    { event: 'update', row: 'new', when: ` when ${differs(columns, 'is not')}` },
    { event: 'delete', row: 'old', when: unlessEnded(end, `strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`) },
  ] as const;
  return events.filter(isRecorded(recordsDeletions)).flatMap(({ event, row, when }) => {
    const before = event === 'insert' ? 'null' : objectOf('old', columns, 'json_object');
    const after = event === 'delete' ? 'null' : objectOf('new', columns, 'json_object');
    return [
      `drop trigger if exists audit_${table}_${event}`,
      `create trigger audit_${table}_${event} after ${event} on ${quoted(table)}${when} begin
        insert into audit_pending (org_id, kind, subject, before, after)
        values (${row}.${quoted(org)}, '${kind}', ${row}.${quoted(subject)}, ${before}, ${after});
      end`,
    ];
  });
}

function onPostgres({
  table,
  org = 'org_id',
  kind,
  subject,
  columns,
  end,
  recordsDeletions,
}: Observed): string[] {
  const now = `to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const events = [
    { event: 'insert', when: '' },
    { event: 'update', when: ` when (${differs(columns, 'is distinct from')})` },
    { event: 'delete', when: unlessEnded(end, now) },
  ] as const;
  const recorded = events.filter(isRecorded(recordsDeletions));
  return [
    // Before the function, because some servers do not replace a function while a trigger uses it.
    ...events.map(({ event }) => `drop trigger if exists audit_${table}_${event} on ${quoted(table)}`),
    `create or replace function audit_${table}() returns trigger language plpgsql as $$ begin
      insert into audit_pending (org_id, kind, subject, before, after) values (
        case when tg_op = 'DELETE' then old.${quoted(org)} else new.${quoted(org)} end,
        '${kind}',
        case when tg_op = 'DELETE' then old.${quoted(subject)} else new.${quoted(subject)} end,
        case when tg_op = 'INSERT' then null else ${objectOf('old', columns, 'json_build_object')}::text end,
        case when tg_op = 'DELETE' then null else ${objectOf('new', columns, 'json_build_object')}::text end);
      return null;
    end $$`,
    ...recorded.map(
      ({ event, when }) =>
        `create trigger audit_${table}_${event} after ${event} on ${quoted(table)} for each row${when}
        execute function audit_${table}()`,
    ),
  ];
}
