import type {
  DeleteQueryBuilder,
  DeleteResult,
  InsertQueryBuilder,
  InsertResult,
  Kysely,
  UpdateQueryBuilder,
  UpdateResult,
} from 'kysely';
import type { Tables } from '../../migrations/tables.ts';

type Table = keyof Tables;

/** Tables whose rows decide what the catalogs of an organization show. */
type CatalogTable =
  | 'applications'
  | 'application_categories'
  | 'categories'
  | 'group_applications'
  | 'group_versions'
  | 'groups'
  | 'install_files'
  | 'organizations'
  | 'screenshots'
  | 'versions';
/** Tables whose rows decide what the catalogs of one person show. */
type MembershipTable = 'group_users';
/** What people do with applications: the own catalog shows it, and the numbers in everybody's. */
type ActivityTable = 'downloads' | 'reviews';
/** Tables whose rows decide what the catalogs on one device show. */
type DeviceTable = 'devices' | 'installed' | 'installed_unknown';

/** Tables that no catalog shows. */
type FreeTable = Exclude<Table, CatalogTable | MembershipTable | ActivityTable | DeviceTable>;

/**
 * The database, or a transaction on it: reads every table, and writes those that no catalog shows. `W` are the tables it
 * writes; the handles that write more come from `changes.ts`.
 */
export interface Db<W extends Table = FreeTable> {
  selectFrom: Kysely<Tables>['selectFrom'];
  insertInto<T extends W>(table: T): InsertQueryBuilder<Tables, T, InsertResult>;
  updateTable<T extends W>(table: T): UpdateQueryBuilder<Tables, T, T, UpdateResult>;
  deleteFrom<T extends W>(table: T): DeleteQueryBuilder<Tables, T, DeleteResult>;
}

declare const inTransaction: unique symbol;

/** A transaction: what must happen together with something else takes one, and can't be handed the database itself. */
export interface Tx<W extends Table = FreeTable> extends Db<W> {
  readonly [inTransaction]: true;
}

/** Writes what the catalogs of an organization show, too. */
export type CatalogTx = Tx<FreeTable | CatalogTable>;
/** Writes memberships, too. */
export type MembershipTx = Tx<FreeTable | MembershipTable>;
/** Writes downloads and reviews, too. */
export type ActivityTx = Tx<FreeTable | ActivityTable>;
/** Writes devices and what is installed on them, too. */
export type DeviceTx = Tx<FreeTable | DeviceTable>;
