import { globSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { isEssential } from './breadth.ts';
import covering from './covering-files.json' with { type: 'json' };

const root = join(import.meta.dirname, '../../..');

/** Every file of the service suite: all run on SQLite, and on PostgreSQL, where a run does everything. */
export const serviceTests = ['test/**/*.service.test.ts', 'test/conformance/**/*.test.ts'];

/** Those that need what only PostgreSQL has: instances that share nothing else, a line to the server, statements that it prepares, and plans that it keeps. */
export const onPostgresOnly = [
  'test/audit/noted-by-session.service.test.ts',
  'test/cluster/*.service.test.ts',
  'test/identity/compared-sessions.service.test.ts',
  'test/platform/database/{cursor,named-statements,postgres-line,silent-database,unusable-database}.service.test.ts',
  'test/reports/kept-plan.service.test.ts',
];

/**
 * Those that run on PostgreSQL in every run, whatever statements they make. What happens at once, waits for a lock, is done later, once or
 * again is where databases differ although the statements are the same.
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

/** Those whose requests are drawn: each run makes other statements, by which no list can be measured. */
export const drawn = ['test/conformance/fuzz/*.test.ts'];

const essentialOnPostgres = [...alwaysOnPostgres, ...covering];

/** What runs on PostgreSQL; `docs/decisions/0106-every-statement-once.md` says how the files of the essential breadth were found. */
export const postgresTests = (): string[] =>
  isEssential() ? [...onPostgresOnly, ...essentialOnPostgres] : serviceTests;

/** Those that try what databases do, each in its own way. */
export const onBothAlways = [
  'test/identity/kept-sessions.service.test.ts',
  'test/platform/database/*.service.test.ts',
  'test/platform/http/writes.service.test.ts',
];

/** What of the service suite does not run on SQLite: the essential breadth has each file on one database, but for those of both. */
export function notOnSqlite(): string[] {
  if (!isEssential()) return onPostgresOnly;
  const files = globSync(essentialOnPostgres, { cwd: root });
  return [
    ...onPostgresOnly,
    ...files.filter((file) => !onBothAlways.some((both) => matchesGlob(file, both))),
  ];
}

/** Those that run with files in a bucket too, on SQLite: what is kept, read in parts, continued, swept, and given to workers. */
export const inBucketToo = [
  'test/applications/publishing/adding.service.test.ts',
  'test/applications/pictures/media.service.test.ts',
  'test/applications/sweep.service.test.ts',
  'test/applications/uploads/tus-client.service.test.ts',
  'test/downloads/downloads.service.test.ts',
  'test/signing/signing.service.test.ts',
];

/** The same of this run: the essential breadth has in a bucket what starts one itself. */
export const inBucketHere = (): string[] => (isEssential() ? [] : inBucketToo);

/** On a real object store these too: all else that keeps files, gives them to workers, or hands them out. */
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
