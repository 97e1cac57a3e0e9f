import { byTier, isSelection } from './tier.ts';

/** The service suite. Every file runs on SQLite, except those that need PostgreSQL. */
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

/**
 * The files that the full tier also runs on PostgreSQL: those of statements, orders, searches, locks and jobs. The
 * matrix calls every operation there, so that no statement remains that only SQLite accepts. What the other files test
 * is decided before a database is asked, or in files.
 */
export const onPostgresToo = [
  'test/{activity,audit,catalog,compliance,feeds,groups,inventory,jobs,mails,privacy,reports,reviews,support,terms,trace,users,webhooks}/*.service.test.ts',
  'test/applications/{concurrency,editing,lists,sweep}.service.test.ts',
  'test/conformance/document-{1,2,3}/*list-controls.service.test.ts',
  'test/conformance/document-3/catalog-search.service.test.ts',
  'test/conformance/roles/matrix.test.ts',
  'test/identity/{attempts,ended-sessions,session-checks,sessions,sign-in}.service.test.ts',
  'test/inspections/racing.service.test.ts',
  'test/notifications/{gathering,messages,sending}.service.test.ts',
  'test/organizations/{organizations,settings}.service.test.ts',
  'test/platform/database/*.service.test.ts',
  'test/platform/http/writes.service.test.ts',
  'test/platform/key-rotation.service.test.ts',
  'test/policies/{keeping,racing}.service.test.ts',
  'test/signing/signing.service.test.ts',
];

/** The files that this run tests on PostgreSQL: whichever is named or has changed. */
export const postgresTests = (): string[] =>
  isSelection() ? serviceTests : [...onlyOnPostgres, ...byTier([], onPostgresToo)];

/**
 * Files that the full tier also runs with a bucket, on SQLite: their blobs are stored, read in parts, continued, deleted
 * when unused, and passed to workers.
 */
export const inBucketToo = [
  'test/applications/publishing/adding.service.test.ts',
  'test/applications/pictures/media.service.test.ts',
  'test/applications/sweep.service.test.ts',
  'test/applications/uploads/tus-client.service.test.ts',
  'test/conformance/document-3/install-files.service.test.ts',
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
