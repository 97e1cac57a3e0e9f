import { type Selectable, sql } from 'kysely';
import type { Tables } from '../../migrations/tables.ts';
import type { Db } from '../../platform/database/handles.ts';
import { listReportedNames, type PersonalTable } from './personal-tables.ts';

type Person = Pick<Selectable<Tables['users']>, 'org_id' | 'id' | 'user_id' | 'created'>;
type Row = Record<string, unknown>;

/** Rows about a person, and the key of the last one, after which the next ones begin; null when there are no more. */
export interface PageOfRows {
  rows: Row[];
  next: readonly unknown[] | null;
}

/**
 * The rows of a table about a person, ordered by their key, after one of them, with the columns that the person is
 * told.
 */
export async function readRowsAbout(
  db: Db,
  person: Person,
  { table, by, byName, key, columns }: PersonalTable,
  after: readonly unknown[],
  count: number,
): Promise<PageOfRows> {
  const keys = key.map((column) => sql.ref(column));
  const found = await db
    .selectFrom(sql<Row>`${sql.table(table)}`.as('personal'))
    .select(columns.map((column) => sql.ref(column).as(column)))
    .select(keys.map((column, index) => column.as(`key ${index}`)))
    .where(sql.ref('org_id'), '=', person.org_id)
    .where(sql.ref(by), 'in', byName ? listReportedNames(person) : [person.id])
    // An earlier owner of the login name is somebody else.
    .$if(byName === true, (rows) => rows.where(sql.ref('received'), '>=', person.created))
    .$if(after.length > 0, (rows) => rows.where(sql<boolean>`(${sql.join(keys)}) > (${sql.join(after)})`))
    .orderBy(sql.join(keys))
    .limit(count)
    .execute();
  const last = found.at(-1);
  return {
    rows: found.map((row) => Object.fromEntries(columns.map((column) => [column, row[column]]))),
    next: last === undefined || found.length < count ? null : key.map((_, index) => last[`key ${index}`]),
  };
}

/** The devices that a person is paired with. */
export const listDevices = (db: Db, person: Person) =>
  db
    .selectFrom('devices')
    .innerJoin('device_users', (join) =>
      join
        .onRef('device_users.org_id', '=', 'devices.org_id')
        .onRef('device_users.device', '=', 'devices.id'),
    )
    .select(['devices.id', 'devices.udid', 'devices.name', 'devices.manufacturer', 'devices.model'])
    .select(['devices.operating_system_name', 'devices.operating_system_version', 'devices.created'])
    .where('device_users.org_id', '=', person.org_id)
    .where('device_users.user', '=', person.id)
    .execute();
