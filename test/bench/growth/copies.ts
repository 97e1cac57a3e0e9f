import type { World } from './world.ts';

/** The numbers of rows in every organization of the world. */
export const each = { people: 10, devicesOfPerson: 10, applications: 10, downloads: 50 };
export const devices = each.people * each.devicesOfPerson;

/** The tables in which a working organization has rows, the referenced ones first. */
const tables = [
  'counters',
  'activity_revisions',
  'users',
  'directory',
  'tokens',
  'groups',
  'group_users',
  'applications',
  'versions',
  'group_applications',
  'categories',
  'devices',
  'device_users',
  'installed',
  'inventories',
  'downloads',
  'activity',
  'activity_heads',
  'activity_days',
  'catalog_changes',
  'audit',
  'audit_heads',
];

/** The id of the copy with a number; it sorts after all ids that the service made. */
export const copyId = (number: number): string => `g${String(number).padStart(25, '0')}`;

/** Copies an organization with everything that it has, as the copies from `first` to `last`. */
export async function copyOrganization(world: World, of: string, first: number, last: number): Promise<void> {
  if (last < first) return;
  const isPostgres = world.dialect === 'postgres';
  const org = isPostgres ? `'g' || lpad(n::text, 25, '0')` : `'g' || printf('%025d', n)`;
  const prefix = isPostgres ? `lpad(to_hex(n), 8, '0')` : `printf('%08x', n)`;
  const numbers = isPostgres
    ? `generate_series(${first}, ${last}) as numbers(n)`
    : `(with recursive numbers(n) as (select ${first} union all select n + 1 from numbers where n < ${last}) select n from numbers)`;
  // Ids of applications and versions are unique across all organizations, and references to them are changed in the
  // same way. Those of one organization may only differ in their last characters.
  const renamed = (column: string) =>
    `case when length(row."${column}") = 26 then ${prefix} || substr(row."${column}", 9) else row."${column}" end`;
  const copy = async (table: string, own: Record<string, string>) => {
    const columns = await columnsOf(world, table);
    const values = columns.map((column) => own[column] ?? `row."${column}"`);
    const key = table === 'organizations' ? 'id' : 'org_id';
    await world.run(
      `insert into "${table}" (${columns.map((column) => `"${column}"`).join()})
       select ${values.join()} from ${numbers} cross join "${table}" as row where row."${key}" = '${of}'`,
    );
  };
  const names = { psk: 'n + 1000', name: `row.name || ' ' || n`, vanity_subdomain: `'copy' || n` };
  await copy('organizations', { id: org, parent_id: 'null', ...names });
  for (const table of tables) {
    const isOfApplication = table === 'applications' || table === 'versions';
    await copy(table, {
      org_id: org,
      ...(isOfApplication && { id: renamed('id') }),
      ...(table === 'applications' && { latest_version: renamed('latest_version') }),
      ...(table !== 'applications' && { application: renamed('application'), version: renamed('version') }),
      // As if all this had happened an hour ago: everybody has been told about the entries of these chains.
      ...(table === 'audit_heads' && { logged: 'row.last' }),
      ...(table === 'directory' && { key: `row.key || '-' || n` }),
    });
  }
}

async function columnsOf({ dialect, run }: World, table: string): Promise<string[]> {
  const rows = await run(
    dialect === 'postgres'
      ? `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = '${table}'`
      : `select name from pragma_table_info('${table}')`,
  );
  return rows.map(({ name }) => String(name));
}

/** Gives the people of an organization more devices, each with an application and downloads. */
export async function fillOrganization({ dialect, run }: World, org: string): Promise<void> {
  const numbers = (count: number) =>
    dialect === 'postgres'
      ? `generate_series(1, ${count}) as numbers(n)`
      : `(with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count}) select n from numbers)`;
  const padded = dialect === 'postgres' ? `lpad(n::text, 3, '0')` : `printf('%03d', n)`;
  const more = numbers(each.devicesOfPerson - 1);
  const copyOf = async (table: string, own: Record<string, string>) => {
    const columns = await columnsOf({ dialect, run } as World, table);
    await run(
      `insert into "${table}" (${columns.map((column) => `"${column}"`).join()})
       select ${columns.map((column) => own[column] ?? `row."${column}"`).join()}
       from ${more} cross join "${table}" as row where row.org_id = '${org}'`,
    );
  };
  const other = (column: string) => `substr(row."${column}", 1, 23) || ${padded}`;
  await copyOf('devices', { id: other('id'), udid: `row.udid || '-' || n` });
  await copyOf('device_users', { id: other('id'), device: other('device') });
  const moment = `'2026-01-01T00:00:00.000Z'`;
  await run(
    `insert into installed (org_id, device, application, version, version_num, reported)
     select devices.org_id, devices.id, one_of.id, one_of.latest_version, null, ${moment}
     from devices cross join (select * from applications where org_id = '${org}' order by id limit 1) as one_of
     where devices.org_id = '${org}'`,
  );
  await run(
    `insert into inventories (org_id, device, versions, reported)
     select devices.org_id, devices.id, '[["' || one_of.id || '","' || one_of.latest_version || '"]]', ${moment}
     from devices cross join (select * from applications where org_id = '${org}' order by id limit 1) as one_of
     where devices.org_id = '${org}'`,
  );
  await run(
    `insert into downloads (org_id, id, kind, "user", device, application, version, install_file, link, created, position)
     select one_of.org_id, 'dl' || ${padded} || substr(one_of.id, 6), 'install', people.id, null, one_of.id, one_of.latest_version, 'file',
       'link' || n, ${moment}, n
     from ${numbers(each.downloads)}
     cross join (select * from applications where org_id = '${org}' order by id limit 1) as one_of
     cross join (select * from users where org_id = '${org}' order by id desc limit 1) as people`,
  );
  for (const journal of ['download'])
    await run(
      `insert into activity_heads (org_id, journal, position) values ('${org}', '${journal}', ${each.downloads})`,
    );
  await run(
    `insert into activity_days (org_id, journal, day, first) values ('${org}', 'download', '2026-01-01', 1)`,
  );
}
