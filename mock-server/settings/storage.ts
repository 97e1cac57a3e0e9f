import { resolve } from 'node:path';
import { type BucketLocation, parseBucketUrl } from '../platform/blobs/bucket/location.ts';
import type { DatabaseLocation } from '../platform/database/connect.ts';
import type { PostgresTimeouts } from '../platform/database/connection-settings.ts';
import { ConfigError, type Environment } from './environment.ts';
import { readFlag, readSeconds } from './values.ts';

/** Who sends the bytes of install files: the service, the bucket, or the web server before the service, from the disk. */
type Downloads = { by: 'service' | 'redirect' | 'x-sendfile' } | { by: 'x-accel-redirect'; prefix: string };

export interface StorageSettings {
  dataDir: string;
  database: DatabaseLocation;
  /** Where files are kept; null: in `dataDir`. */
  bucket: BucketLocation | null;
  downloads: Downloads;
}

/** Where everything is kept, and who sends it. Error: ConfigError. */
export function readStorage(environment: Environment): StorageSettings {
  const dataDir = resolve(environment.DATA_DIR || 'data');
  return {
    dataDir,
    database: readDatabase(environment, dataDir),
    bucket: readBucket(environment.BLOB_URL),
    downloads: readDownloads(environment),
  };
}

function readDatabase(environment: Environment, dataDir: string): DatabaseLocation {
  const { DATABASE_URL: value, DATABASE_POOL_SIZE: size, DATABASE_PREPARE: prepare } = environment;
  const { DATABASE_READ_URL: readUrl } = environment;
  if (value === undefined || value === '') return { file: resolve(dataDir, 'appshelf.sqlite') };
  if (!/^postgres(ql)?:\/\//.test(value)) {
    throw new ConfigError(
      'DATABASE_URL must begin with postgres://. Leave it out to use the embedded database.',
    );
  }
  const poolSize = Number(size || 8);
  if (!Number.isInteger(poolSize) || poolSize < 1 || poolSize > 1_000)
    throw new ConfigError(`DATABASE_POOL_SIZE=${size} is not a whole number from 1 to 1000.`);
  if (readUrl && !/^postgres(ql)?:\/\//.test(readUrl))
    throw new ConfigError(
      'DATABASE_READ_URL must begin with postgres://. Leave it out to read from the main database.',
    );
  return {
    url: value,
    poolSize,
    prepares: readFlag('DATABASE_PREPARE', prepare || 'true'),
    timeouts: readTimeouts(environment),
    ...(readUrl && { readUrl }),
  };
}

function readTimeouts(environment: Environment): PostgresTimeouts {
  const seconds = (
    name: 'DATABASE_CONNECT_SECONDS' | 'DATABASE_STATEMENT_SECONDS' | 'DATABASE_IDLE_TRANSACTION_SECONDS',
    usual: number,
  ) => readSeconds(name, environment[name] || String(usual));
  return {
    connect: seconds('DATABASE_CONNECT_SECONDS', 10),
    statement: seconds('DATABASE_STATEMENT_SECONDS', 60),
    idleTransaction: seconds('DATABASE_IDLE_TRANSACTION_SECONDS', 60),
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
    /^\/([\w.-]+\/)+$/.test(prefix)
  )
    return { by, prefix };
  const plain = (['service', 'redirect', 'x-sendfile'] as const).find((one) => one === (value || 'service'));
  if (plain !== undefined) return { by: plain };
  throw new ConfigError(
    `DOWNLOADS=${value} is not one of service, redirect, x-sendfile, x-accel-redirect=/path/ (the internal location of nginx).`,
  );
}
