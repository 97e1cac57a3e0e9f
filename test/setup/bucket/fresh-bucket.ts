import { randomUUID } from 'node:crypto';
import type { BucketLocation } from '../../../mock-server/platform/blobs/bucket/location.ts';
import { testBucket } from './bucket-server.ts';

/** A new prefix in the bucket of a server. */
export const placeIn = (endpoint: string): BucketLocation => ({
  bucket: testBucket,
  prefix: `${randomUUID()}/`,
  endpoint,
  region: 'us-east-1',
  encryption: null,
});

/** Where a test service keeps its files: on the disk (null), or in the run's bucket when `TEST_BLOBS` is `bucket`. */
export function freshBucket(): BucketLocation | null {
  if (process.env.TEST_BLOBS !== 'bucket') return null;
  const endpoint = process.env.TEST_BUCKET_ENDPOINT;
  if (!endpoint) throw new Error('TEST_BUCKET_ENDPOINT names no server: run the tests with npm test.');
  return placeIn(endpoint);
}
