import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';

/** An S3 server of its own, on loopback, with one empty bucket; its files are gone after `stop`. */
export interface BucketServer {
  /** `http://127.0.0.1:port`. */
  endpoint: string;
  /** Where it keeps the objects. */
  directory: string;
  stop(): Promise<void>;
}

/** The bucket of every test; each has its own prefix in it. */
export const testBucket = 'appshelf';

/** The keys that the server knows, by the names that the service's client reads them by. */
export const bucketKeys = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };

export async function startBucketServer(): Promise<BucketServer> {
  const directory = await mkdtemp(join(tmpdir(), 'appshelf-bucket-'));
  const configureBuckets = [{ name: testBucket }];
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets,
    allowMismatchedSignatures: true,
  });
  const { port } = await server.run();
  Object.assign(process.env, bucketKeys);
  // A run that is broken off leaves no files.
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  const stop = async () => {
    await server.close();
    await rm(directory, { recursive: true, force: true });
  };
  return { endpoint: `http://127.0.0.1:${port}`, directory, stop };
}
