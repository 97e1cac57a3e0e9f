import { startBucketServer } from './bucket-server.ts';

/**
 * Starts one S3 server for the run. TEST_BUCKET_ENDPOINT is its address, TEST_BUCKET_DIRECTORY the directory of its
 * objects; every test service has its own prefix in its bucket.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const { endpoint, directory, stop } = await startBucketServer();
  process.env.TEST_BUCKET_ENDPOINT = endpoint;
  if (directory === null) delete process.env.TEST_BUCKET_DIRECTORY;
  else process.env.TEST_BUCKET_DIRECTORY = directory;
  return stop;
}
