import { globSync } from 'node:fs';
import { join } from 'node:path';
import { leftOut, notInVisits, repeated } from './setup/run/breadth.ts';
import {
  inBucketToo,
  notOnSqlite,
  onPostgresOnly,
  postgresTests,
  serviceTests,
} from './setup/run/databases.ts';

const root = join(import.meta.dirname, '..');
const count = (patterns: string[]): number => new Set(globSync(patterns, { cwd: root })).size;

/** What the essential breadth, in which this run was, has left out or did less often, in a line. */
export function leftToEverything(): string {
  const suite = count(serviceTests);
  const lessOften = Object.values(repeated).map(
    ({ what, essential, everything }) => `${what} (${essential} of ${everything})`,
  );
  return `Left to npm test -- --everything: ${[
    `${suite - count(postgresTests())} files of the service suite on PostgreSQL, ${count(notOnSqlite()) - count(onPostgresOnly)} on SQLite, ${inBucketToo.length} in a bucket`,
    ...Object.keys(leftOut),
    notInVisits,
    ...lessOften,
  ].join(', ')}`;
}
