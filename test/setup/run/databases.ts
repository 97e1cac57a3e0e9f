import { globSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { byTier } from './tier.ts';

const root = join(import.meta.dirname, '../../..');

/** The service suite. In the full tier every file runs on both databases; in the smoke tier on one. */
export const serviceTests = ['test/**/*.service.test.ts', 'test/conformance/**/*.test.ts'];

/**
 * Files that need what only PostgreSQL has: instances that share nothing else, a proxy of the server, prepared
 * statements, and plans that it caches.
 */
export const onlyOnPostgres = [
  'test/audit/noted-by-session.service.test.ts',
  'test/cluster/*.service.test.ts',
  'test/platform/database/{cursor,named-statements,postgres-line,silent-database,unusable-database}.service.test.ts',
  'test/reports/kept-plan.service.test.ts',
];

/** Files that test what databases do: on both in either tier. */
export const onBoth = [
  'test/identity/session-checks.service.test.ts',
  'test/platform/database/*.service.test.ts',
  'test/platform/http/writes.service.test.ts',
];

/**
 * The files that the smoke tier runs on PostgreSQL in place of SQLite: whole features whose statements, locks or jobs
 * differ most between databases. The others run on SQLite there.
 */
export const onPostgresInSmoke = [
  'test/{activity,audit,compliance,feeds,groups,jobs,mails,notifications,organizations,policies,privacy,reports,signing,support,terms,users,webhooks}/*.service.test.ts',
  'test/applications/{concurrency,editing,lists,roles,sweep}.service.test.ts',
  'test/catalog/{events,freshness,streams,sync-histories}.service.test.ts',
  'test/conformance/document-1/*.service.test.ts',
  'test/identity/{attempts,ended-sessions,sessions,sign-in}.service.test.ts',
  'test/inspections/racing.service.test.ts',
  'test/platform/key-rotation.service.test.ts',
];

/** The files that this run tests on PostgreSQL. */
export const postgresTests = (): string[] =>
  byTier([...onlyOnPostgres, ...onBoth, ...onPostgresInSmoke], serviceTests);

/** The files of the service suite that this run does not test on SQLite. */
export function notOnSqlite(): string[] {
  const isOnBoth = (file: string) => onBoth.some((pattern) => matchesGlob(file, pattern));
  const elsewhere = globSync(onPostgresInSmoke, { cwd: root }).filter((file) => !isOnBoth(file));
  return byTier([...onlyOnPostgres, ...elsewhere], onlyOnPostgres);
}

/**
 * Files that the full tier also runs with a bucket, on SQLite: their blobs are stored, read in parts, continued, deleted
 * when unused, and passed to workers.
 */
export const inBucketToo = [
  'test/applications/publishing/adding.service.test.ts',
  'test/applications/pictures/media.service.test.ts',
  'test/applications/sweep.service.test.ts',
  'test/applications/uploads/tus-client.service.test.ts',
  'test/downloads/downloads.service.test.ts',
  'test/signing/signing.service.test.ts',
];

/** The files that this run tests with a bucket. */
export const bucketTests = (): string[] => byTier([], inBucketToo);

/** Files that also run on a real object store: all others that store files, pass them to workers, or send them. */
export const onObjectStoreToo = [
  ...inBucketToo,
  'test/applications/publishing/{certificates,hostile-*,hybrid,kinds,versions}.service.test.ts',
  'test/applications/uploads/{hostile-*,malware,resumable*,uploads}.service.test.ts',
  'test/applications/pictures/hostile-*.service.test.ts',
  'test/credentials/*.service.test.ts',
  'test/downloads/*.service.test.ts',
  'test/inspections/*.service.test.ts',
  'test/policies/{applying,pipeline}.service.test.ts',
  'test/signing/*.service.test.ts',
];
