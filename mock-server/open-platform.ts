import { join } from 'node:path';
import type { Config } from './config.ts';
import { migrateAll } from './database-watch.ts';
import { domainEvents } from './domain-events.ts';
import { observeTransactions } from './features/audit/transactions.ts';
import { organizationExists } from './features/organizations/facade.ts';
import { openBlobs } from './platform/blobs/open-blobs.ts';
import { connect, type Database } from './platform/database/connect.ts';
import { SharedClock } from './platform/database/postgres/shared-clock.ts';
import { DomainEvents } from './platform/events.ts';
import { JobQueue } from './platform/jobs/queue.ts';
import { assertKnownKeys } from './platform/known-keys.ts';
import { outboxSender } from './platform/mail/outbox.ts';
import { smtpSender } from './platform/mail/smtp.ts';
import { openOutgoing } from './platform/outgoing/client.ts';
import { PasswordHasher } from './platform/password-hasher.ts';
import { openSecrets } from './platform/secrets.ts';
import type { Engines, Platform } from './platform/services.ts';
import { WorkerPool } from './platform/workers/pool.ts';

/** What several services in one process may share. */
export interface Shared {
  /** The caller that created them also ends them. */
  workers?: WorkerPool;
  /** Takes a secret key that is a stranger to the database: only for the command that says that the old one is lost. */
  acceptsStrangeKey?: boolean;
}

/** Closes the database of a start that fails. */
const closing = (database: Database) => async (error: unknown) => {
  await database.close();
  throw error;
};

/** Opens only the engines, without features, and brings the database to the newest migration. */
export async function openPlatform(config: Config, shared: Shared = {}): Promise<Platform> {
  const database = await connect(config.database);
  const secrets = await migrateAll(database, config.database)
    .then(async () => openSecrets(config, await organizationExists(database.db)))
    .catch(closing(database));
  await assertKnownKeys(database, secrets, shared.acceptsStrangeKey ?? false).catch(closing(database));
  const clock = new SharedClock(database);
  await clock.follow();
  const engines: Engines = {
    config,
    database,
    secrets,
    outgoing: openOutgoing(config),
    clock,
    passwords: new PasswordHasher({
      cost: { memoryCost: config.limits.passwordMemory, timeCost: config.limits.passwordPasses },
    }),
    jobs: new JobQueue(clock),
    mail: config.smtp === null ? outboxSender(join(config.dataDir, 'outbox')) : smtpSender(config.smtp),
    blobs: await openBlobs(config),
    workers: shared.workers ?? new WorkerPool({ directory: join(config.dataDir, 'workers') }),
  };
  const platform: Platform = { ...engines, events: new DomainEvents(domainEvents(engines)) };
  observeTransactions(platform);
  return platform;
}
