import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
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
 * Runs every migration that the database does not have yet; safe when several processes start together.
 * Errors: `ConfigError` when a newer version has done so; one that names the first migration that failed, with the database's error as its cause.
 */
export async function migrate(db: Db, steps: readonly Step[]): Promise<void> {
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
