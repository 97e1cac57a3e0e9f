import { type Kysely, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, Migrator } from 'kysely/migration';
import type { Tables } from '../../migrations/tables.ts';
import { ConfigError } from '../../settings/environment.ts';
import type { Db } from './handles.ts';
import { findNewerChange } from './newer-schema.ts';
import { withoutGuard } from './unguarded.ts';

interface Step {
  name: string;
  up(db: Kysely<Tables>): Promise<void>;
}

/**
 * Runs every migration that the database does not have yet; safe when several processes start together. Errors:
 * `ConfigError` when a newer version of the service has migrated it, or one before 1.0.0 has made it; one that names the
 * first migration that failed, with the database's error as its cause.
 */
export async function migrate(db: Db, steps: readonly Step[]): Promise<void> {
  const done = await listDoneMigrations(db);
  if (done.size === steps.length && steps.every(({ name }) => done.has(name))) return;
  // The migrator would take it for one that a newer version has migrated.
  if (done.size > 0 && !steps.some(({ name }) => done.has(name)))
    throw new ConfigError(
      'A version of Appshelf before 1.0.0 has made this database, and this version can’t use it: start with an empty DATA_DIR, and on PostgreSQL with an empty database.',
    );
  const migrations = Object.fromEntries(steps.map(({ name, up }) => [name, { up }]));
  const migrator = new Migrator({
    db: withoutGuard(db),
    provider: { getMigrations: async () => migrations },
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const newer = await findNewerChange(db, steps.at(-1)?.name ?? '').catch(() => null);
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
 * The names of the migrations that the database has; none where it is empty. The migrator itself would take a lock and
 * read all tables to find out.
 */
async function listDoneMigrations(db: Db): Promise<ReadonlySet<string>> {
  const names = sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`;
  const done = await names.execute(withoutGuard(db)).catch(() => null);
  return new Set(done?.rows.map(({ name }) => name));
}
