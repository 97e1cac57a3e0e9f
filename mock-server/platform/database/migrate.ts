import { type Kysely, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, Migrator } from 'kysely/migration';
import type { Tables } from '../../migrations/tables.ts';
import { ConfigError } from '../../settings/environment.ts';
import type { Db } from './handles.ts';
import { newerChange } from './newer-schema.ts';
import { unguarded } from './unguarded.ts';

interface Step {
  name: string;
  up(db: Kysely<Tables>): Promise<void>;
}

/**
 * Runs every migration that the database does not have yet; safe when several processes start together. Errors:
 * `ConfigError` when a newer version of the service has migrated it; one that names the first migration that failed,
 * with the database's error as its cause.
 */
export async function migrate(db: Db, steps: readonly Step[]): Promise<void> {
  if (await hasAll(db, steps)) return;
  const migrations = Object.fromEntries(steps.map(({ name, up }) => [name, { up }]));
  const migrator = new Migrator({ db: unguarded(db), provider: { getMigrations: async () => migrations } });
  const { error, results } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const newer = await newerChange(db, steps.at(-1)?.name ?? '').catch(() => null);
  if (newer !== null)
    throw new ConfigError(
      `A newer version of Appshelf has changed the database (${newer}). Start that version.`,
    );
  const failed = results?.find((result) => result.status === 'Error')?.migrationName;
  throw new Error(`The database could not be brought up to date (${failed ?? 'before the first step'}).`, {
    cause: error,
  });
}

/**
 * Whether the database has exactly these migrations. The migrator itself would take a lock and read all tables to find
 * out.
 */
async function hasAll(db: Db, steps: readonly Step[]): Promise<boolean> {
  const names = sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`;
  const done = await names.execute(unguarded(db)).catch(() => null);
  const known = new Set(done?.rows.map(({ name }) => name));
  return known.size === steps.length && steps.every(({ name }) => known.has(name));
}
