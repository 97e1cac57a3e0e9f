import { sql } from 'kysely';
import type { DialectName } from '../../../mock-server/platform/database/connect.ts';
import { withoutGuard } from '../../../mock-server/platform/database/unguarded.ts';
import type { TestService } from '../service.ts';
import { manyUsers } from './many-users.ts';
import { publishAndroid } from './publishing.ts';

export interface WorldSize {
  users: number;
  /** The number of downloads; there are as many uses of applications and attempts to sign in together. */
  rows: number;
  /** The number of organizations: this one, and others with a few rows of everything. */
  organizations: number;
}

const applications = 100;

/** The numbers 1 to `count`, as a table that both databases make. */
const numbers = (count: number) =>
  sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(count)})`;

/** The same numbers as `n`, which PostgreSQL makes faster itself. */
const series = (count: number, dialect: DialectName) =>
  dialect === 'sqlite'
    ? sql`(${numbers(count)} select i from n) as n`
    : sql`generate_series(1, ${sql.lit(count)}) as n(i)`;

/**
 * Each of the numbers `i` with the `id` of a person, in the order of the numbers: only these two are sorted, not what
 * is made from them.
 */
const numbered = (count: number, person: Sql, dialect: DialectName) =>
  sql`(select i, people.id from ${series(count, dialect)} join people on people.n = ${person} order by i) as n`;

/** The time over which the activity of a world is spread: nearly two years. */
const worldSeconds = 62_000_000;
/**
 * A moment for each number: spread evenly over those days, up to now. Both databases write days and milliseconds as
 * texts.
 */
const momentOf = (count: number, dialect: DialectName) => {
  const seconds = sql`(${sql.lit(count)} - i) * 1.0 * ${sql.lit(worldSeconds)} / ${sql.lit(count)}`;
  return dialect === 'sqlite'
    ? sql`strftime('%Y-%m-%dT%H:%M:%S.000Z', strftime('%s', 'now') - ${seconds}, 'unixepoch')`
    : sql`to_char((now() at time zone 'utc') - ${seconds} * interval '1 second', 'YYYY-MM-DD"T"HH24:MI:SS.000"Z"')`;
};

/** Makes an organization with users on devices, and activity of two years. */
export async function reportWorld(
  service: TestService,
  { users, rows, organizations }: WorldSize,
): Promise<void> {
  await manyUsers(service, users);
  const { dialect } = service.platform.database;
  const db = withoutGuard(service.platform.database.db);
  const org = service.admin.orgId;
  const app = await publishAndroid(service, 'org.example.measured');
  const run = (statement: Sql) => statement.execute(db);
  const id = (prefix: string, number = sql`i`) =>
    dialect === 'sqlite'
      ? sql`${sql.lit(prefix)} || printf('%024d', ${number})`
      : sql`${sql.lit(prefix)} || lpad((${number})::text, 24, '0')`;
  const at = momentOf(rows, dialect);
  await copies(db, 'applications', app.id, sql`id`, applications, id);
  await copies(db, 'versions', app.id, sql`application`, applications, id);
  await run(sql`update applications set latest_version = 'vv' || substr(id, 3) where id like 'ap%'`);
  await run(sql`create table people as select id, row_number() over (order by id) as n from users
    where org_id = ${sql.lit(org)}`);
  await run(sql`create index people_n on people (n)`);
  await run(sql`insert into devices (org_id, id, udid, name, model, operating_system, operating_system_name,
      operating_system_version, form_factor, jailbreak_status, created, revision)
    select ${sql.lit(org)}, 'dd' || substr(id, 3), id, 'Phone of ' || n, 'Pixel 8', 114, 'Android', '14', 1, -1,
      '2026-01-01T00:00:00.000Z', 1 from people`);
  await run(sql`insert into device_users (org_id, id, device, "user", created, last_active)
    select ${sql.lit(org)}, 'pp' || substr(id, 3), 'dd' || substr(id, 3), id,
      '2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z' from people`);
  await run(sql`insert into group_users (org_id, "group", "user", created)
    select ${sql.lit(org)}, (select id from "groups" where is_default = 1 and org_id = ${sql.lit(org)}), id,
      '2026-01-01T00:00:00.000Z' from people`);
  await run(
    sql`insert into terms (org_id, id, version, texts, created) values (${sql.lit(org)}, 'terms', 1, '{}', 'x')`,
  );
  await run(sql`insert into terms_responses (org_id, id, terms, "user", accepted, at)
    select ${sql.lit(org)}, id, 'terms', id, 1, '2026-01-02T00:00:00.000Z' from people`);
  const person = sql`(cast(i as bigint) * 7919) % ${sql.lit(users)} + 1`;
  const application = id('ap', sql`i % ${sql.lit(applications)} + 1`);
  const version = id('vv', sql`i % ${sql.lit(applications)} + 1`);
  await withoutIndexes(service, ['downloads', 'policy_events', 'activity'], async () => {
    await run(sql`insert into downloads (org_id, id, kind, "user", device, application, version, install_file, link,
        created, position)
      select ${sql.lit(org)}, ${id('ll')}, 'install', n.id, 'dd' || substr(n.id, 3),
        ${application}, ${version}, 'file', ${id('ll')}, ${at}, i
      from ${numbered(rows, person, dialect)}`);
    await run(sql`insert into policy_events (org_id, application, id, kind, at, version, device, "user", details,
        received, position)
      select ${sql.lit(org)}, ${application}, ${id('ee')}, 'usage',
        ${momentOf(rows / 2, dialect)}, '1.0', null, 'person.' || (${person}), '{}', 'x', i
      from ${series(rows / 2, dialect)}`);
    await run(sql`insert into activity (org_id, kind, position, at, "user", device, details)
      ${numbers(rows / 2)} select ${sql.lit(org)}, 'sign_in', i + 1000000, ${momentOf(rows / 2, dialect)}, n.id,
        'dd' || substr(n.id, 3), '{"way":"catalog","succeeded":true,"reason":null}'
      from ${numbered(rows / 2, person, dialect)}`);
  });
  await otherOrganizations(db, org, organizations - 1);
  await summaries(service, org);
  // Otherwise the audit log would be busy with these rows during the tests.
  await run(sql`delete from audit_pending`);
  await run(dialect === 'sqlite' ? sql`analyze` : sql`vacuum analyze`);
}

type Sql = ReturnType<typeof sql>;
type Handle = ReturnType<typeof withoutGuard>;

/**
 * Fills tables while they have no indexes except their keys: sorting millions of rows once takes a fraction of placing
 * each one.
 */
async function withoutIndexes(
  { platform }: TestService,
  tables: readonly string[],
  fill: () => Promise<void>,
): Promise<void> {
  const db = withoutGuard(platform.database.db);
  const names = sql.join(tables.map((table) => sql.lit(table)));
  const query =
    platform.database.dialect === 'sqlite'
      ? sql<Index>`select name, sql as definition from sqlite_master
          where type = 'index' and sql is not null and tbl_name in (${names})`
      : sql<Index>`select indexname as name, indexdef as definition from pg_indexes
          where tablename in (${names}) and indexname not in (select conname from pg_constraint)`;
  const { rows: indexes } = await query.execute(db);
  for (const { name } of indexes) await sql`drop index ${sql.ref(name)}`.execute(db);
  await fill();
  for (const { definition } of indexes) await sql.raw(definition).execute(db);
}

interface Index {
  name: string;
  definition: string;
}

/** The number of rows in each table of another organization. */
const ofOthers = 20;

/** Makes other organizations, with copies of a few rows of this one. */
async function otherOrganizations(db: Handle, org: string, count: number): Promise<void> {
  if (count === 0) return;
  const id = sql`${sql.lit(org)} || '-' || cast(i as text)`;
  await copied(db, 'organizations', sql`id = ${sql.lit(org)}`, count, { id, psk: sql`i + 1000000` });
  for (const table of ['users', 'devices', 'downloads', 'policy_events', 'activity']) {
    await copied(db, table, sql`org_id = ${sql.lit(org)}`, count, { org_id: id });
  }
}

/** Copies the first rows of a table for each of the numbers `i`, with different values in some columns. */
async function copied(
  db: Handle,
  table: string,
  where: Sql,
  count: number,
  own: Record<string, Sql>,
): Promise<void> {
  const rows = sql`(select * from ${sql.table(table)} where ${where} limit ${sql.lit(ofOthers)})`;
  const [row] = (await sql<Record<string, unknown>>`select * from ${rows} as one limit 1`.execute(db)).rows;
  const names = Object.keys(row ?? {});
  const values = names.map((name) => own[name] ?? sql`source.${sql.ref(name)}`);
  await sql`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
    ${numbers(count)} select ${sql.join(values)} from n, ${rows} as source`.execute(db);
}

/** Copies a row with other ids. */
async function copies(
  db: Handle,
  table: 'applications' | 'versions',
  of: string,
  by: Sql,
  count: number,
  id: (prefix: string) => Sql,
): Promise<void> {
  const [row] = (
    await sql<
      Record<string, unknown>
    >`select * from ${sql.table(table)} where ${by} = ${sql.lit(of)}`.execute(db)
  ).rows;
  const own: Record<string, Sql> = {
    id: id(table === 'applications' ? 'ap' : 'vv'),
    psk: sql`i + 1000`,
    ...(table === 'versions' && { application: id('ap') }),
  };
  const names = Object.keys(row ?? {});
  const values = names.map((name) => own[name] ?? sql`row.${sql.ref(name)}`);
  await sql`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
    ${numbers(count)} select ${sql.join(values)} from n, ${sql.table(table)} as row where row.${by} = ${sql.lit(of)}`.execute(
    db,
  );
}

/** Writes the counts that are kept besides the rows; positions continue after those of the world. */
async function summaries({ platform }: TestService, org: string): Promise<void> {
  const db = withoutGuard(platform.database.db);
  const journals = [
    ['download', sql`select created as at, position from downloads where org_id = ${sql.lit(org)}`],
    ['usage', sql`select at, position from policy_events where org_id = ${sql.lit(org)}`],
    [
      'sign_in',
      sql`select at, position from activity
      where org_id = ${sql.lit(org)} and kind = 'sign_in' and position > 1000000`,
    ],
  ] as const;
  for (const [journal, rows] of journals) {
    await sql`delete from activity_heads where org_id = ${org} and journal = ${journal}`.execute(db);
    await sql`delete from activity_days where org_id = ${org} and journal = ${journal}`.execute(db);
    await sql`insert into activity_heads (org_id, journal, position)
      select ${sql.lit(org)}, ${sql.lit(journal)}, max(position) from (${rows}) as kept`.execute(db);
    await sql`insert into activity_days (org_id, journal, day, first)
      select ${sql.lit(org)}, ${sql.lit(journal)}, substr(at, 1, 10), min(position)
      from (${rows}) as kept group by substr(at, 1, 10)`.execute(db);
  }
  await sql`insert into download_counts (org_id, day, application, type, count)
    select org_id, substr(created, 1, 10), application, 'native', count(*) from downloads group by 1, 2, 3`.execute(
    db,
  );
  await sql`insert into download_months (org_id, month, application, type, count)
    select org_id, substr(day, 1, 7), application, type, sum(count) from download_counts group by 1, 2, 3, 4`.execute(
    db,
  );
}
