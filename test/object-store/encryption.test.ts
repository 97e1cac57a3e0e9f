import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { HeadObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { Bucket } from '../../mock-server/platform/blobs/bucket/bucket.ts';
import type { BucketLocation } from '../../mock-server/platform/blobs/bucket/location.ts';
import { startBucketServer } from '../setup/bucket/bucket-server.ts';
import { placeIn } from '../setup/bucket/fresh-bucket.ts';
import { kmsKey } from './ceph.ts';

const { endpoint } = await startBucketServer();
const MiB = 1024 * 1024;

/** The key with which the server says it encrypted an object. */
async function keyOf({ bucket: Bucket, prefix }: BucketLocation, key: string) {
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true });
  const { SSEKMSKeyId } = await client.send(new HeadObjectCommand({ Bucket, Key: `${prefix}${key}` }));
  client.destroy();
  return SSEKMSKeyId;
}

test('the server encrypts small files, those of several parts, and copies, with the key that is named', async () => {
  const location: BucketLocation = { ...placeIn(endpoint), encryption: { by: 'aws:kms', key: kmsKey } };
  const bucket = new Bucket(location);
  for (const size of [100, 9 * MiB]) {
    const bytes = randomBytes(size);
    await bucket.put(`files/${size}`, bytes);
    expect(await keyOf(location, `files/${size}`)).toBe(kmsKey);
    const found = await bucket.get(`files/${size}`, { start: 50, end: 99 });
    expect(found && (await buffer(found)).equals(bytes.subarray(50, 100))).toBe(true);
    expect(await bucket.copy(`files/${size}`, `aside/${size}`, size)).toBe(true);
    expect(await keyOf(location, `aside/${size}`)).toBe(kmsKey);
    const copied = await bucket.get(`aside/${size}`);
    expect(copied && (await buffer(copied)).equals(bytes)).toBe(true);
  }
});

test('the server takes encryption with a key of its own', async () => {
  const bucket = new Bucket({ ...placeIn(endpoint), encryption: { by: 'AES256' } });
  await bucket.put('files/one', Buffer.from('one'));
  const found = await bucket.get('files/one');
  expect(found && (await buffer(found)).toString()).toBe('one');
});
