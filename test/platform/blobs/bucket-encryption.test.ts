import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { Bucket } from '../../../mock-server/platform/blobs/bucket/bucket.ts';
import { startBucketServer } from '../../setup/bucket/bucket-server.ts';
import { FailingBucket } from '../../setup/bucket/failing-bucket.ts';
import { placeIn } from '../../setup/bucket/fresh-bucket.ts';

const MiB = 1024 * 1024;

test.each([
  [{ by: 'AES256' }, ['AES256', undefined]],
  [{ by: 'aws:kms', key: 'our-key' }, ['aws:kms', 'our-key']],
] as const)(
  'a bucket is told to encrypt by %j whatever it stores: small files, parts, copies',
  async (encryption, reported) => {
    const server = await startBucketServer();
    const proxy = new FailingBucket(server.endpoint);
    onTestFinished(async () => {
      await proxy.stop();
      await server.stop();
    });
    const bucket = new Bucket({ ...placeIn(await proxy.start()), encryption });
    const seen: unknown[] = [];
    const begins = ({ method, url, headers }: IncomingMessage): boolean => {
      const isPart = url?.includes('partNumber') || url?.includes('uploadId');
      if (method !== 'GET' && !isPart)
        seen.push([
          headers['x-amz-server-side-encryption'],
          headers['x-amz-server-side-encryption-aws-kms-key-id'],
        ]);
      return false;
    };
    Object.assign(proxy, { fault: { status: 500, code: 'Never' }, hits: begins });
    await bucket.put('files/small', Buffer.from('small'));
    await bucket.put('files/large', randomBytes(9 * MiB));
    await bucket.copy('files/small', 'files/copy', 5);
    expect(seen).toEqual([reported, reported, reported]);
  },
);
