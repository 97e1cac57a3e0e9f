import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ListMultipartUploadsCommand, S3Client } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { Bucket } from '../../mock-server/platform/blobs/bucket/bucket.ts';
import { startBucketServer } from '../setup/bucket/bucket-server.ts';
import { placeIn } from '../setup/bucket/fresh-bucket.ts';

/** Behaviour that only a real server can show: its pages, its uploads in parts, its limits. */

const { endpoint } = await startBucketServer();
const MiB = 1024 * 1024;

/** The unfinished uploads in parts below a prefix. */
async function openUploads({
  bucket: Bucket,
  prefix: Prefix,
}: ReturnType<typeof placeIn>): Promise<string[]> {
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true });
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix }));
  client.destroy();
  return Uploads.map(({ Key = '' }) => Key.slice(Prefix.length));
}

test('more objects than a page has are listed in the order of their keys, each once', async () => {
  const bucket = new Bucket(placeIn(endpoint));
  const keys = Array.from({ length: 1_005 }, (_, at) => `listed/${String(at).padStart(5, '0')}`);
  for (let at = 0; at < keys.length; at += 50)
    await Promise.all(keys.slice(at, at + 50).map((key) => bucket.put(key, Buffer.alloc(0))));
  const found: string[] = [];
  for await (const { key } of bucket.list('listed/')) found.push(key);
  expect(found).toEqual(keys);
});

test('a file of several parts is there only when all have come, and is read, copied and replaced as one', async () => {
  const bucket = new Bucket(placeIn(endpoint));
  const bytes = randomBytes(20 * MiB + 7);
  const sent = bucket.put(
    'files/large',
    Readable.from([bytes.subarray(0, 9 * MiB), bytes.subarray(9 * MiB)]),
  );
  await sent;
  expect((await bucket.head('files/large'))?.size).toBe(bytes.length);
  const across = { start: 8 * MiB - 50, end: 8 * MiB + 49 };
  const part = await bucket.get('files/large', across);
  expect(part && (await buffer(part)).equals(bytes.subarray(across.start, across.end + 1))).toBe(true);
  expect(await bucket.copy('files/large', 'aside/large', bytes.length)).toBe(true);
  await bucket.put('files/large', Buffer.from('small'));
  const copied = await bucket.get('aside/large');
  expect(copied && (await buffer(copied)).equals(bytes)).toBe(true);
  expect((await bucket.head('files/large'))?.size).toBe(5);
  await bucket.delete('files/large');
  await bucket.delete('files/large');
  expect(await bucket.head('files/large')).toBeNull();
});

test('of an upload whose sender fails nothing is left, and those of processes that died are ended', async () => {
  const place = placeIn(endpoint);
  const bucket = new Bucket(place);
  async function* failing() {
    yield randomBytes(9 * MiB);
    throw new Error('the line is gone');
  }
  await expect(bucket.put('files/failed', Readable.from(failing()))).rejects.toMatchObject({
    errorName: 'unavailable',
  });
  expect(await openUploads(place)).toEqual([]);
  const dying = bucket.put('files/dying', Readable.from(stuck()));
  dying.catch(() => undefined);
  await expect.poll(() => openUploads(place)).toEqual(['files/dying']);
  await bucket.abandonUploads(Date.now() - 60_000);
  expect(await openUploads(place)).toEqual(['files/dying']);
  await bucket.abandonUploads(Date.now() + 60_000);
  expect(await openUploads(place)).toEqual([]);
  expect(await bucket.head('files/dying')).toBeNull();
});

/** Some bytes, and then nothing, like a process that died. */
async function* stuck() {
  yield randomBytes(9 * MiB);
  await new Promise(() => undefined);
}

test('names with every letter that a prefix may have are found, listed and copied', async () => {
  const place = placeIn(endpoint);
  const bucket = new Bucket({ ...place, prefix: `${place.prefix}ü +&%20=~/` });
  await bucket.put('files/a', Buffer.from('a'));
  expect(await bucket.copy('files/a', 'files/b', 1)).toBe(true);
  const found: string[] = [];
  for await (const { key } of bucket.list('files/')) found.push(key);
  expect(found).toEqual(['files/a', 'files/b']);
  const as = {
    contentType: 'text/plain',
    cacheControl: 'private',
    contentDisposition: 'attachment; filename="ü.txt"',
  };
  const answer = await fetch(await bucket.address('files/b', as));
  expect([answer.status, await answer.text()]).toEqual([200, 'a']);
});

test('wrong keys, and a bucket that is not there, are told as what somebody has to mend', async () => {
  const missing = new Bucket({ ...placeIn(endpoint), bucket: 'another' });
  await expect(missing.check()).rejects.toMatchObject({ cause: { name: 'NoSuchBucket' } });
  const { AWS_SECRET_ACCESS_KEY } = process.env;
  try {
    process.env.AWS_SECRET_ACCESS_KEY = 'wrong';
    const refused = new Bucket(placeIn(endpoint));
    await expect(refused.check()).rejects.toMatchObject({ cause: { name: 'SignatureDoesNotMatch' } });
  } finally {
    process.env.AWS_SECRET_ACCESS_KEY = AWS_SECRET_ACCESS_KEY;
  }
});
