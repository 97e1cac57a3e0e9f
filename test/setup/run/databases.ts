import { globSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { isEssential } from './breadth.ts';
import covering from './covering-files.json' with { type: 'json' };

const root = join(import.meta.dirname, '../../..');

/** All files of the service suite. All of them run on SQLite, and in a run of everything also on PostgreSQL. */
export const serviceTests = ['test/**/*.service.test.ts', 'test/conformance/**/*.test.ts'];

/**
 * Files that need what only PostgreSQL has: instances that share nothing else, a proxy of the server, prepared
 * statements, and plans that it keeps.
 */
export const onPostgresOnly = [
  'test/audit/noted-by-session.service.test.ts',
  'test/cluster/*.service.test.ts',
  'test/identity/compared-sessions.service.test.ts',
  'test/platform/database/{cursor,named-statements,postgres-line,silent-database,unusable-database}.service.test.ts',
  'test/reports/kept-plan.service.test.ts',
];

/**
 * Files that run on PostgreSQL in every run, whatever statements they make. Databases differ, even with the same
 * statements, in what happens at once, waits for a lock, is done later, or is repeated.
 */
export const alwaysOnPostgres = [
  'test/activity/*.service.test.ts',
  'test/applications/concurrency.service.test.ts',
  'test/audit/*.service.test.ts',
  'test/catalog/{events,freshness,streams,sync-histories}.service.test.ts',
  'test/identity/attempts.service.test.ts',
  'test/identity/kept-sessions.service.test.ts',
  'test/inspections/racing.service.test.ts',
  'test/jobs/*.service.test.ts',
  'test/platform/database/*.service.test.ts',
  'test/platform/http/writes.service.test.ts',
  'test/platform/key-rotation.service.test.ts',
  'test/policies/racing.service.test.ts',
];

/**
 * Files whose requests are random: each run makes other statements, so they can't be used to choose files by
 * statements.
 */
export const drawn = ['test/conformance/fuzz/*.test.ts'];

const essentialOnPostgres = [...alwaysOnPostgres, ...covering];

/**
 * The files that run on PostgreSQL; docs/decisions/0106-every-statement-once.md says how the files of the essential
 * breadth were chosen.
 */
export const postgresTests = (): string[] =>
  isEssential() ? [...onPostgresOnly, ...essentialOnPostgres] : serviceTests;

/** Files that test what databases do, each in its own way. */
export const onBothAlways = [
  'test/identity/kept-sessions.service.test.ts',
  'test/platform/database/*.service.test.ts',
  'test/platform/http/writes.service.test.ts',
];

/**
 * The files of the service suite that do not run on SQLite. In the essential breadth, each file runs on one database,
 * except for `onBothAlways`.
 */
export function notOnSqlite(): string[] {
  if (!isEssential()) return onPostgresOnly;
  const files = globSync(essentialOnPostgres, { cwd: root });
  return [
    ...onPostgresOnly,
    ...files.filter((file) => !onBothAlways.some((both) => matchesGlob(file, both))),
  ];
}

/**
 * Files that also run with a bucket, on SQLite: their blobs are kept, read in parts, continued, deleted when unused,
 * and passed to workers.
 */
export const inBucketToo = [
  'test/applications/publishing/adding.service.test.ts',
  'test/applications/pictures/media.service.test.ts',
  'test/applications/sweep.service.test.ts',
  'test/applications/uploads/tus-client.service.test.ts',
  'test/downloads/downloads.service.test.ts',
  'test/signing/signing.service.test.ts',
];

/**
 * The files that also run with a bucket in this run. In the essential breadth, only tests that start a bucket
 * themselves use one.
 */
export const inBucketHere = (): string[] => (isEssential() ? [] : inBucketToo);

/** Files that also run on a real object store: all others that keep files, pass them to workers, or send them. */
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
