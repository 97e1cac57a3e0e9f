import type { Config } from '../config.ts';
import type { BlobStore } from './blobs/store.ts';
import type { Database } from './database/connect.ts';
import type { SharedClock } from './database/postgres/shared-clock.ts';
import type { DomainEvents } from './events.ts';
import type { JobQueue } from './jobs/queue.ts';
import type { MailSender } from './mail/mail.ts';
import type { Outgoing } from './outgoing/client.ts';
import type { PasswordHasher } from './password-hasher.ts';
import type { Secrets } from './secrets.ts';
import type { WorkerPool } from './workers/pool.ts';

/** The engines that every feature uses: database, blobs, jobs, mail … */
export interface Engines {
  config: Config;
  database: Database;
  blobs: BlobStore;
  secrets: Secrets;
  outgoing: Outgoing;
  /** The time on which all instances agree. */
  clock: SharedClock;
  jobs: JobQueue;
  mail: MailSender;
  passwords: PasswordHasher;
  workers: WorkerPool;
}

/** The engines, and by what features tell those above them what happened. */
export interface Platform extends Engines {
  events: DomainEvents;
}
