import { sql } from 'kysely';
import type { Database } from '../../mock-server/platform/database/connect.ts';
import { withoutGuard } from '../../mock-server/platform/database/unguarded.ts';

/** The history of the service's own tables, recorded by triggers in the transaction of each change. */
export interface LogRow {
  number: number;
  /** `turn`: a write took its place in the order of its subject. Otherwise the table whose row is so from now on. */
  what: 'turn' | 'review' | 'installed' | 'answer' | 'reading' | 'opening';
  device: string | null;
  person: string | null;
  writer: string | null;
  subject: string | null;
  sequence: number | null;
  /** The id of an application, of terms or of a message. */
  item: string | null;
  like: number | null;
  title: string | null;
  version: string | null;
  accepted: number | null;
  /** JSON, with how often it was opened. */
  details: string | null;
}

const texts = ['what', 'device', 'person', 'writer', 'subject', 'item', 'title', 'version', 'details'];
const integers = ['sequence', 'like', 'accepted'];

interface Watched {
  name: string;
  table: string;
  when: 'insert' | 'update' | 'delete';
  /** SQL of which rows; without it all. */
  only?: string;
  /** The column whose JSON list `one` goes through: a row of the log for each. */
  each?: string;
  /** SQL of each column of the log that is not null. */
  values: Record<string, string>;
}

const turn = {
  what: `'turn'`,
  device: 'new.device',
  person: 'new."user"',
  writer: 'new.writer',
  subject: 'new.subject',
  sequence: 'new.sequence',
};
const review = {
  what: `'review'`,
  device: 'new.device',
  person: 'new."user"',
  item: 'new.application',
  like: 'new."like"',
  title: 'new.title',
};
/** All of the device's list, also what is as it was. */
const listed = {
  what: `'installed'`,
  device: 'new.device',
  item: 'one.value ->> 0',
  version: 'one.value ->> 1',
};
const removed = { what: `'installed'`, device: 'old.device', item: 'old.application' };
const answer = {
  what: `'answer'`,
  device: 'new.device',
  person: 'new."user"',
  item: 'new.terms',
  accepted: 'new.accepted',
};
const reading = { what: `'reading'`, person: 'new."user"', item: 'new.notification' };
const opening = {
  what: `'opening'`,
  device: 'new.device',
  person: 'new."user"',
  item: 'new.application',
  details: 'new.details',
};

const watched: readonly Watched[] = [
  { name: 'turn_taken', table: 'write_sequences', when: 'insert', values: turn },
  { name: 'turn_raised', table: 'write_sequences', when: 'update', values: turn },
  { name: 'review_made', table: 'reviews', when: 'insert', values: review },
  { name: 'review_changed', table: 'reviews', when: 'update', values: review },
  { name: 'list_made', table: 'inventories', when: 'insert', each: 'versions', values: listed },
  { name: 'list_changed', table: 'inventories', when: 'update', each: 'versions', values: listed },
  { name: 'install_gone', table: 'installed', when: 'delete', values: removed },
  { name: 'terms_answered', table: 'terms_responses', when: 'insert', values: answer },
  { name: 'message_read', table: 'messages', when: 'update', values: reading },
  {
    name: 'address_opened',
    table: 'activity',
    when: 'insert',
    only: `new.kind = 'address_open'`,
    values: opening,
  },
];

/** Makes the service's database record its changes from now on. */
export async function keepLog({ db, dialect }: Database): Promise<void> {
  const types = [...texts.map((name) => `"${name}" text`), ...integers.map((name) => `"${name}" bigint`)];
  const number = dialect === 'sqlite' ? 'integer primary key autoincrement' : 'bigserial primary key';
  const statements = [
    `create table chaos_log ("number" ${number}, ${types.join(', ')})`,
    ...watched.flatMap(dialect === 'sqlite' ? sqliteTrigger : postgresTrigger),
  ];
  for (const statement of statements) await sql.raw(statement).execute(withoutGuard(db));
}

function note({ values, each }: Watched, rowsOf: (list: string) => string): string {
  const names = Object.keys(values).map((name) => `"${name}"`);
  const from = each === undefined ? '' : `from ${rowsOf(`new."${each}"`)} as one`;
  return `insert into chaos_log (${names.join(', ')}) select ${Object.values(values).join(', ')} ${from}`;
}

const sqliteTrigger = (one: Watched): string[] => [
  `create trigger chaos_${one.name} after ${one.when} on "${one.table}" ${condition(one)}
    begin ${note(one, (list) => `json_each(${list})`)}; end`,
];

const postgresTrigger = (one: Watched): string[] => [
  `create function chaos_${one.name}() returns trigger language plpgsql as $$
    begin ${note(one, (list) => `json_array_elements(cast(${list} as json))`)}; return null; end $$`,
  `create trigger chaos_${one.name} after ${one.when} on "${one.table}" for each row ${condition(one)} execute function chaos_${one.name}()`,
];

const condition = ({ only }: Watched): string => (only === undefined ? '' : `when (${only})`);

/** Everything that was noted, in its order. */
export async function readLog({ db }: Database): Promise<LogRow[]> {
  const { rows } = await sql<LogRow>`select * from chaos_log order by number`.execute(withoutGuard(db));
  return rows;
}
