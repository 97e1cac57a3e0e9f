import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { ConfigError } from '../../../settings/environment.ts';

/** Milliseconds in which a service that is being replaced may still stop. */
const lockTimeoutMs = 3_000;

/**
 * Makes this process the only service of a data directory with an embedded database: two of them would keep different states in
 * memory. The lock is one of SQLite's on a file of its own, which the system releases when the process ends, however it ends.
 * Returns what releases it before. Error: ConfigError where another service has it.
 */
export async function lockDataDirectory(dataDir: string): Promise<() => void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const lock = new SqliteDatabase(join(dataDir, 'service.lock'), { timeout: lockTimeoutMs });
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (!(error instanceof SqliteDatabase.SqliteError) || error.code !== 'SQLITE_BUSY') throw error;
    throw new ConfigError(
      `Another Appshelf service is running on ${dataDir}. Stop it first, or give this one another DATA_DIR; several services need PostgreSQL (DATABASE_URL).`,
    );
  }
  return () => lock.close();
}
