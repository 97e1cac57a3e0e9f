import { type RawBuilder, sql } from 'kysely';
import { type CellValue, type FieldType, platforms } from '../../../contract/common/rows.ts';
import type { DialectName } from '../../platform/database/connect.ts';

/** A fragment of an SQL statement. */
export type Sql = RawBuilder<unknown>;
/** The SQL expression of a cell. */
export type Value = RawBuilder<CellValue>;

/** A column of a feed or report, as an expression over the tables that its query joins under their own names. */
export interface Column<N extends string = string> {
  name: N;
  description: string;
  type: FieldType;
  value: Value;
}

export const column = <N extends string>(
  name: N,
  type: FieldType,
  description: string,
  value: Value,
): Column<N> => ({ name, type, description, value });

/** A column of a table as it is. */
export const plainColumn = (reference: string): Value => sql<CellValue>`${sql.ref(reference)}`;

/** A stored moment as the interface writes it; document 1, Conventions 7. */
export const formatMoment = (reference: string): Value =>
  sql<CellValue>`replace(${sql.ref(reference)}, 'Z', '+00:00')`;

/**
 * The expression of a name of the row's person, who is joined as `users`. Where the organization hides the names of
 * deleted users, it is null for a deleted user and for an unknown one, who may have been deleted.
 */
const hideDeletedNames = (namesDeleted: boolean, value: Value): Value =>
  namesDeleted
    ? value
    : sql<CellValue>`case when users.id is not null and users.deleted is null then ${value} end`;

/**
 * The columns of the person, joined as `users`. A deleted user has no name where the organization hides the names of
 * deleted users.
 */
export function buildPersonColumns(namesDeleted: boolean) {
  const shown = (name: string): Value => hideDeletedNames(namesDeleted, plainColumn(`users.${name}`));
  return [
    column('email', 'string', 'E-mail address of the user', shown('email')),
    column('first_name', 'string', 'First name of the user', shown('first_name')),
    column('last_name', 'string', 'Last name of the user', shown('last_name')),
    column('user_id', 'string', 'Login name of the user', shown('user_id')),
  ] as const;
}

/**
 * The columns of the device, joined as `devices`. People name devices after themselves, so its name is hidden together
 * with that of its user.
 */
export const buildDeviceColumns = (namesDeleted: boolean) =>
  [
    column('device_id', 'string', 'Identifier of the device', plainColumn('devices.id')),
    column(
      'device_name',
      'string',
      'Name of the device',
      hideDeletedNames(namesDeleted, plainColumn('devices.name')),
    ),
  ] as const;

/** `platform` of a row of `applications`; null of web applications. Document 2, Integer code tables. */
export const platformOf = sql<number | null>`case
  when applications.type in (0, 2, 4) then ${sql.lit(platforms.ios.value)}
  when applications.type in (3, 5) then ${sql.lit(platforms.android.value)}
  when applications.type in (9, 10) then ${sql.lit(platforms.windowsPhone.value)}
  when applications.type in (11, 12, 13, 14) then ${sql.lit(platforms.windows.value)}
end`;

const platformText = '1 iOS, 2 Android, 4 Windows phone, 5 Windows';
export const platformColumn = column('platform', 'integer', platformText, platformOf);

/** The columns of the application and its version, joined as `applications` and `versions`. */
export const applicationColumns = [
  column('app_name', 'string', 'Name of the application', plainColumn('versions.app_name')),
  column('app_id', 'string', 'Identifier of the application', plainColumn('applications.id')),
  column('version', 'string', 'Version of the application', plainColumn('versions.version_num')),
  platformColumn,
] as const;

/** The tables that rows can show, and of each the columns that any feed or report shows, searches or filters by. */
const shownColumns = {
  users: [
    'org_id',
    'id',
    'deleted',
    'user_id',
    'email',
    'first_name',
    'last_name',
    'user_id_folded',
    'email_folded',
    'first_name_folded',
    'last_name_folded',
    'disabled',
    'disabled_reason',
    'until',
    'locked_until',
  ],
  devices: ['org_id', 'id', 'name', 'model', 'form_factor'],
  directory: ['org_id', 'user'],
} as const;

/** On SQLite, the indexes that cover the columns that most rows show. */
const coveringColumns = {
  users: sql`indexed by users_shown`,
  devices: sql`indexed by devices_shown`,
  directory: sql``,
};

/**
 * Joins the one row of a table that `on` identifies. SQLite is told which index covers the columns: without statistics
 * it would find the id in a smaller index and then read the row. PostgreSQL is made (by `limit`) to look up one row at
 * a time: for some thousand rows it would otherwise read all people and devices of the organization, again for every
 * block. `manyRows` allows that full join, for queries that pick few of many rows.
 */
export function joinShown(
  dialect: DialectName,
  table: keyof typeof shownColumns,
  on: Sql,
  { manyRows = false } = {},
): Sql {
  const name = sql.table(table);
  if (dialect === 'sqlite') return sql`left join ${name} ${coveringColumns[table]} on ${on}`;
  if (manyRows) return sql`left join ${name} on ${on}`;
  const columns = shownColumns[table].map((column) => sql.ref(`${table}.${column}`));
  return sql`left join lateral (select ${sql.join(columns)} from ${name} where ${on} limit 1) as ${name} on true`;
}

/** Joins the person and the device whose ids a table holds. */
export const joinSubject = (dialect: DialectName, of: string, options?: { manyRows: boolean }): Sql => sql`
  ${joinShown(dialect, 'users', sql`users.org_id = ${sql.ref(`${of}.org_id`)} and users.id = ${sql.ref(`${of}.user`)}`, options)}
  ${joinShown(dialect, 'devices', sql`devices.org_id = ${sql.ref(`${of}.org_id`)} and devices.id = ${sql.ref(`${of}.device`)}`, options)}`;

/**
 * A row as the text of a JSON object, which the database writes. On PostgreSQL the text is put together by `||`:
 * `json_build_object` looks up the output format of each name and value, and takes twice as long.
 */
export function buildRowJson(dialect: DialectName, columns: readonly Column[]): Sql {
  if (dialect === 'sqlite') {
    const cells = columns.map(({ name, value }) => sql`${sql.lit(name)}, ${value}`);
    return sql`cast(json_object(${sql.join(cells)}) as text)`;
  }
  const fields = columns.map(({ name, type, value }, place) => {
    const begin = `${place === 0 ? '{' : ','}${JSON.stringify(name)}:`;
    const text = type === 'integer' ? sql`${value}` : sql`to_json(cast(${value} as text))`;
    return sql`${sql.lit(begin)} || coalesce(cast(${text} as text), 'null')`;
  });
  return sql`(${sql.join(fields, sql` || `)} || '}')`;
}

/**
 * Columns of app_usage_activity, in the document's order. Applications say in their own words who used them, where and in
 * which version; what agrees with a login name or device id of the organization is filled in.
 */
export function buildUsageColumns(namesDeleted: boolean): Column[] {
  const [email, firstName, lastName, userId] = buildPersonColumns(namesDeleted);
  const reported = sql<CellValue>`coalesce(users.user_id, policy_events."user")`;
  const [appName, appId] = applicationColumns;
  const [deviceId, deviceName] = buildDeviceColumns(namesDeleted);
  const reportedDevice = hideDeletedNames(namesDeleted, plainColumn('policy_events.device'));
  return [
    appName,
    appId,
    column('version', 'string', 'Version, as the application says', plainColumn('policy_events.version')),
    email,
    firstName,
    lastName,
    { ...userId, value: namesDeleted ? reported : userId.value },
    column(
      'date',
      'date_time',
      'When it was used, by the clock of the device',
      formatMoment('policy_events.at'),
    ),
    column(
      'device_id',
      'string',
      'Device, as the application says',
      namesDeleted ? reportedDevice : sql`coalesce(${reportedDevice}, ${deviceId.value})`,
    ),
    {
      ...deviceName,
      value: sql`coalesce(${deviceName.value}, ${namesDeleted ? plainColumn('policy_events.device') : reportedDevice})`,
    },
  ];
}

/** The tables of `buildUsageColumns`; `main` stands for `policy_events`. */
export const buildUsageTables = (
  dialect: DialectName,
  { main = sql`policy_events`, ...options }: { main?: Sql; manyRows?: boolean } = {},
): Sql => sql`${main}
  ${joinShown(
    dialect,
    'directory',
    sql`directory.kind = 'user_id' and directory.key = lower(policy_events."user")
      and directory.org_id = policy_events.org_id`,
    options,
  )}
  ${joinShown(dialect, 'users', sql`users.org_id = directory.org_id and users.id = directory."user"`, options)}
  ${joinShown(
    dialect,
    'devices',
    sql`devices.org_id = policy_events.org_id and devices.id = policy_events.device`,
    options,
  )}
  left join applications on applications.org_id = policy_events.org_id
    and applications.id = policy_events.application
  left join versions on versions.org_id = applications.org_id and versions.id = applications.latest_version`;
