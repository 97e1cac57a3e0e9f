import { expect, onTestFinished, test } from 'vitest';
import { Bucket } from '../../../mock-server/platform/blobs/bucket/bucket.ts';
import { startBucketServer } from '../../setup/bucket/bucket-server.ts';
import { FailingBucket } from '../../setup/bucket/failing-bucket.ts';
import { placeIn } from '../../setup/bucket/fresh-bucket.ts';

test('an object that is deleted while it is copied is told as missing, also by a server that then says there is no bucket', async () => {
  const server = await startBucketServer();
  onTestFinished(() => server.stop());
  const proxy = new FailingBucket(server.endpoint);
  onTestFinished(() => proxy.stop());
  const bucket = new Bucket(placeIn(await proxy.start()));
  await bucket.put('files/there', Buffer.from('there'));

  proxy.fault = { status: 404, code: 'NoSuchBucket' };
  proxy.hits = ({ headers }) => headers['x-amz-copy-source'] !== undefined;
  expect(await bucket.copy('files/gone', 'aside/gone', 5)).toBe(false);
  await expect(bucket.copy('files/there', 'aside/there', 5)).rejects.toMatchObject({
    errorName: 'unavailable',
  });

  proxy.hits = () => true;
  await expect(bucket.copy('files/gone', 'aside/gone', 5)).rejects.toMatchObject({
    errorName: 'unavailable',
  });
});
