import type { FastifyInstance } from 'fastify';
import { migrations } from './migrations/index.ts';
import { DatabaseWatch } from './platform/database/availability-watch.ts';
import { connect, type Database, type DatabaseLocation } from './platform/database/connect.ts';
import { migrate } from './platform/database/migrate.ts';
import { assertUsable } from './platform/database/postgres/unusable.ts';
import type { Worker } from './platform/jobs/worker.ts';
import type { Platform } from './platform/services.ts';

/**
 * Brings the database to the newest migration; on PostgreSQL over a separate connection, whose statements have no time
 * limit. Error: ConfigError when the server can't be used.
 */
export async function migrateAll(database: Database, location: DatabaseLocation): Promise<void> {
  if ('file' in location) return migrate(database.db, migrations);
  const { url, prepares = true, timeouts: { connect: maxSilenceMs } = {} } = location;
  const timeouts = maxSilenceMs === undefined ? {} : { connect: maxSilenceMs };
  const { db, close } = await connect({ url, poolSize: 1, prepares, timeouts });
  try {
    await assertUsable(db, url);
    await migrate(db, migrations);
  } finally {
    await close();
  }
}

/**
 * Watches the database. When a newer version of the service has changed its schema, this one accepts no more jobs and
 * reports that it is not well. After the time in which proxies turn to other instances it answers only its health,
 * because it no longer knows what it reads and writes.
 */
export const openWatch = (
  { config, database }: Platform,
  server: FastifyInstance,
  worker: Worker,
): Promise<DatabaseWatch> =>
  DatabaseWatch.open({
    location: config.database,
    lines: database.lines,
    newest: migrations.at(-1)?.name ?? '',
    onAvailability: (isAway) =>
      server.log.warn(isAway ? 'the database can’t be reached' : 'the database can be reached again'),
    onOutdated: (change) => {
      server.log.error({ change }, 'a newer version has changed the database: replace this instance');
      worker.stopClaiming();
      server.leaving.why = 'A newer version has changed the database. This instance has to be replaced.';
      setTimeout(() => {
        server.leaving.isOver = true;
      }, config.drainTime).unref();
    },
  });

/** Logs when the replica can't be read: nobody else notices, because everything is then read from the primary. */
export const watchReplica = ({ database }: Platform, { log }: FastifyInstance): void =>
  database.replica?.watch((why) =>
    why === null
      ? log.warn('the replica can be read again')
      : log.warn({ err: why }, 'the replica can’t be read: catalogs are read from the main database'),
  );
