import { resolve } from 'node:path';
import { type BucketLocation, parseBucketUrl } from '../platform/blobs/bucket/location.ts';
import type { DatabaseLocation } from '../platform/database/connect.ts';
import { readDatabase } from './database.ts';
import { ConfigError, type Environment } from './environment.ts';

/**
 * Who sends the bytes of install files: the service, the bucket, or from the disk, the web server in front of the
 * service.
 */
type Downloads = { by: 'service' | 'redirect' | 'x-sendfile' } | { by: 'x-accel-redirect'; prefix: string };

export interface StorageSettings {
  dataDir: string;
  database: DatabaseLocation;
  /** The bucket for files; null: they are in `dataDir`. */
  bucket: BucketLocation | null;
  downloads: Downloads;
}

/** Where data and files are stored, and who sends files. Error: ConfigError. */
export function readStorage(environment: Environment): StorageSettings {
  const dataDir = resolve(environment.DATA_DIR || 'data');
  return {
    dataDir,
    database: readDatabase(environment, dataDir),
    bucket: readBucket(environment.BLOB_URL),
    downloads: readDownloads(environment),
  };
}

function readBucket(value: string | undefined): BucketLocation | null {
  if (!value) return null;
  try {
    return parseBucketUrl(value);
  } catch (error) {
    throw new ConfigError(`BLOB_URL ${(error as Error).message}`);
  }
}

function readDownloads({ DOWNLOADS: value = 'service', BLOB_URL }: Environment): Downloads {
  const [by = '', prefix, ...more] = value.split('=');
  if ((BLOB_URL ? ['x-sendfile', 'x-accel-redirect'] : ['redirect']).includes(by))
    throw new ConfigError(`DOWNLOADS=${by} works only ${BLOB_URL ? 'without' : 'with'} BLOB_URL.`);
  if (
    by === 'x-accel-redirect' &&
    prefix !== undefined &&
    more.length === 0 &&
    /^\/((?!\.{1,2}\/)[\w.-]+\/)+$/.test(prefix)
  )
    return { by, prefix };
  const plain = (['service', 'redirect', 'x-sendfile'] as const).find((one) => one === (value || 'service'));
  if (plain !== undefined) return { by: plain };
  throw new ConfigError(
    `DOWNLOADS=${value} is not one of service, redirect, x-sendfile, x-accel-redirect=/path/ (the internal location of nginx).`,
  );
}
