import {
  type ColumnDefinitionBuilder,
  type CreateTableBuilder,
  type Kysely,
  PostgresAdapter,
  sql,
} from 'kysely';
import type { Tables } from '../tables.ts';

type Builder = CreateTableBuilder<string, string>;

export const isPostgres = (db: Kysely<Tables>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter;

export const required = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.notNull();

export const primary = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder =>
  column.notNull().primaryKey();

/** A foreign key within the organization: the row is deleted with the row that it refers to. */
export const belongsTo =
  (table: string, column: string, target: string) =>
  (builder: Builder): Builder =>
    builder.addForeignKeyConstraint(
      `${table}_${column}_reference`,
      ['org_id', column],
      target,
      ['org_id', 'id'],
      (reference) => reference.onDelete('cascade'),
    );

/** Makes both databases order text by code point, whatever locale a PostgreSQL database was created with. */
export const byCodePoint = (db: Kysely<Tables>) => sql`collate ${sql.ref(isPostgres(db) ? 'C' : 'BINARY')}`;

const newIndex = (db: Kysely<Tables>, name: string, table: string, columns: readonly string[]) =>
  db.schema
    .createIndex(name)
    .on(table)
    .columns([...columns]);

export const index = (...parts: Parameters<typeof newIndex>): Promise<void> => newIndex(...parts).execute();

export const uniqueIndex = (...parts: Parameters<typeof newIndex>): Promise<void> =>
  newIndex(...parts)
    .unique()
    .execute();
