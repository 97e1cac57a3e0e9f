/** Every file of the service suite: all run on SQLite. */
export const serviceTests = ['test/**/*.service.test.ts', 'test/conformance/**/*.test.ts'];

/**
 * Those that do not run on PostgreSQL too, since no database decides what they test. Whatever reads or writes rows in a way
 * that could differ runs on both: `docs/decisions/0047-what-runs-twice.md` says how that was measured.
 */
export const onSqliteOnly = [
  // What each role is told beyond its own organization, and the sentences of the documents, but for what a database sorts, searches or refuses:
  // the tests of the features make the same statements.
  'test/conformance/roles/!(matrix).test.ts',
  'test/conformance/document-*/!(catalog-search|identifiers|media-and-lists|*list-controls).service.test.ts',
  // Formats of files, pictures, forms and addresses, and what store pages hold: read before a row is written.
  'test/applications/publishing/{addresses,hostile-*,kinds}.service.test.ts',
  'test/applications/uploads/{bucket-failures,hostile-*,silent-bucket}.service.test.ts',
  'test/applications/pictures/{hostile-*,pictures}.service.test.ts',
  'test/applications/public-store/{store-texts,stores-hostile}.service.test.ts',
  'test/credentials/hostile.service.test.ts',
  // The protocol of uploads, whose rows `resumable` and `uploads` write; a signature that is killed, whose job `jobs` and `cluster` kill.
  'test/applications/uploads/{full-disk,resumable-protocol,tus-client}.service.test.ts',
  'test/signing/kill.service.test.ts',
  // HTTP and documentation.
  'test/docs/*.service.test.ts',
  'test/downloads/{addresses,handing-over,links}.service.test.ts',
  'test/organizations/cors.service.test.ts',
  'test/platform/http/{bodies,compression,headers,proxies,raw-sockets,static-catalog}.service.test.ts',
];

/** Those that need what only PostgreSQL has: instances that share nothing else, a line to the server, and statements that it prepares. */
export const onPostgresOnly = [
  'test/audit/noted-by-session.service.test.ts',
  'test/cluster/*.service.test.ts',
  'test/platform/database/{named-statements,postgres-line,silent-database,unusable-database}.service.test.ts',
];

/** Those that run with files in a bucket too, on SQLite: what is kept, read in parts, continued, swept, and given to workers. */
export const inBucketToo = [
  'test/applications/publishing/adding.service.test.ts',
  'test/applications/pictures/media.service.test.ts',
  'test/applications/sweep.service.test.ts',
  'test/applications/uploads/tus-client.service.test.ts',
  'test/downloads/downloads.service.test.ts',
  'test/signing/signing.service.test.ts',
];

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
