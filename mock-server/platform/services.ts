import type { Config } from '../config.ts';
import type { BlobStore } from './blobs/store.ts';
import type { Database } from './database/connect.ts';
import type { Outgoing } from './outgoing/client.ts';
import type { Secrets } from './secrets.ts';

/** What every feature is built from: the engines, and no feature. */
export interface Platform {
  config: Config;
  database: Database;
  blobs: BlobStore;
  secrets: Secrets;
  outgoing: Outgoing;
}
