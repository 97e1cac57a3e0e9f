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
/** Tables of what people do with applications: a person's own catalog shows it, and every catalog shows the counts. */
type ActivityTable = 'activity_revisions' | 'downloads' | 'reviews';
/** Tables whose rows decide what the catalogs on one device show. */
type DeviceTable = 'devices' | 'installed' | 'installed_unknown' | 'inventories';

/** Tables of the terms of organizations and applications, and of the answers: they open and close catalogs. */
type TermsTable = 'terms' | 'terms_responses';
/**
 * Tables that no catalog shows, but whose every change the audit log records: they are written in transactions only.
 */
type RecordedTable =
  | 'users'
  | 'tokens'
  | 'security_settings'
  | 'privacy_settings'
  | 'audit_settings'
  | 'credentials'
  | 'notifications'
  | 'policy_presets'
  | 'application_policies'
  | 'push_providers'
  | 'preparations'
  | 'inspections'
  | 'invitations'
  | 'sign_in_places'
  | 'webhooks';
/** The tables of the audit log itself. */
type TrailTable = 'audit' | 'audit_heads' | 'audit_pending';

/** Tables that no catalog shows. */
type FreeTable = Exclude<
  Table,
  CatalogTable | MembershipTable | ActivityTable | DeviceTable | TermsTable | RecordedTable | TrailTable
>;

/**
 * The database, or a transaction on it. It reads every table and writes the tables `W`; by default those that neither a
 * catalog nor the audit log shows. Handles that write more come from `changes.ts`.
 */
export interface Db<W extends Table = FreeTable> {
  selectFrom: Kysely<Tables>['selectFrom'];
  insertInto<T extends W>(table: T): InsertQueryBuilder<Tables, T, InsertResult>;
  updateTable<T extends W>(table: T): UpdateQueryBuilder<Tables, T, T, UpdateResult>;
  deleteFrom<T extends W>(table: T): DeleteQueryBuilder<Tables, T, DeleteResult>;
}

declare const inTransaction: unique symbol;

/** A transaction, for functions that must not run outside of one: the compiler does not accept the database for it. */
export interface Tx<W extends Table = FreeTable | RecordedTable> extends Db<W> {
  readonly [inTransaction]: true;
}

/** Also writes what the catalogs of an organization show. */
export type CatalogTx = Tx<FreeTable | RecordedTable | CatalogTable>;
/** Also writes memberships. */
export type MembershipTx = Tx<FreeTable | RecordedTable | MembershipTable>;
/** Also writes downloads and reviews. */
export type ActivityTx = Tx<FreeTable | RecordedTable | ActivityTable>;
/** Also writes devices and what is installed on them. */
export type DeviceTx = Tx<FreeTable | RecordedTable | DeviceTable>;
/** Also writes terms and answers to them. */
export type TermsTx = Tx<FreeTable | RecordedTable | TermsTable>;
/** Also writes the audit log. */
export type TrailTx = Tx<FreeTable | RecordedTable | TrailTable>;
