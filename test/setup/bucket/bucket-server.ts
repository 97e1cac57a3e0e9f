import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import S3Error from '@20minutes/s3rver/lib/models/error.js';

/**
 * An S3 server on loopback with one bucket. The service's client reads its keys from the environment of this process.
 */
export interface BucketServer {
  /** The address: `http://127.0.0.1:port`. */
  endpoint: string;
  /** The directory of the objects; null where only the server knows it. */
  directory: string | null;
  stop(): Promise<void>;
}

/** The bucket of all tests; each test has its own prefix in it. */
export const testBucket = 'appshelf';

/**
 * Starts an S3 server in JavaScript with an empty bucket. Where `npm run test:object-store` has started a real server,
 * returns that one.
 */
export const startBucketServer = (): Promise<BucketServer> => {
  const endpoint = process.env.TEST_OBJECT_STORE;
  return endpoint
    ? Promise.resolve({ endpoint, directory: null, stop: async () => undefined })
    : startS3rver();
};

async function startS3rver(): Promise<BucketServer> {
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
  leaveFolders(server);
  copyWholes(server);
  const { port } = await server.run();
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' });
  // An interrupted run leaves no files.
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  const stop = async () => {
    // A client that was killed in the middle of a request never ends it.
    server.httpServer?.closeAllConnections();
    await server.close();
    await rm(directory, { recursive: true, force: true });
  };
  return { endpoint: `http://127.0.0.1:${port}`, directory, stop };
}

/**
 * Keeps empty folders. This server would delete them with their last object, and with them what another client has
 * stored meanwhile; no server in real use does that.
 */
function leaveFolders({ store }: S3rver): void {
  store.deleteObject = async (bucket, key) => {
    for (const part of ['object', 'object.md5', 'metadata.json'] as const)
      await rm(store.getResourcePath(bucket, key, part), { force: true });
  };
}

/**
 * Copies an object whole, or says that there is none. This server copies three files one after the other, and fails when
 * another client deletes the object meanwhile; no server in real use does that.
 */
function copyWholes({ store }: S3rver): void {
  const copy = store.copyObject.bind(store);
  const remove = store.deleteObject.bind(store);
  let before: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = before.then(work, work);
    before = turn;
    return turn;
  };
  store.deleteObject = (bucket, key) => inTurn(() => remove(bucket, key));
  store.copyObject = (bucket, key, ...to) =>
    inTurn(async () => {
      if (await store.existsObject(bucket, key)) return copy(bucket, key, ...to);
      throw new S3Error('NoSuchKey', 'It has been deleted meanwhile.');
    });
}
