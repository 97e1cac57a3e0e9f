import { startBucketServer } from './bucket-server.ts';

/** One S3 server for the run, at TEST_BUCKET_ENDPOINT, its objects in TEST_BUCKET_DIRECTORY; every test service has a prefix of its own in its bucket. */
export default async function setup(): Promise<() => Promise<void>> {
  const { endpoint, directory, stop } = await startBucketServer();
  process.env.TEST_BUCKET_ENDPOINT = endpoint;
  if (directory === null) delete process.env.TEST_BUCKET_DIRECTORY;
  else process.env.TEST_BUCKET_DIRECTORY = directory;
  return stop;
}
