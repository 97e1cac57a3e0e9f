import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { ConfigError } from '../../settings/environment.ts';
import { createDiskStore } from './disk.ts';
import type { BlobStore } from './store.ts';

/** Opens the blob store that the settings name. Error: ConfigError when the bucket can't be used as it is set up. */
export async function openBlobs({ bucket: location, dataDir, limits }: Config): Promise<BlobStore> {
  const directory = join(dataDir, 'blobs');
  if (location === null) return createDiskStore(directory);
  // Imported only when needed: a service that stores files on the disk starts without Amazon's client.
  const { createBucketStore: bucketStore } = await import('./bucket/store.ts');
  const store = await bucketStore({
    location,
    directory,
    maxCopiedBytes: limits.localCopies,
    timeouts: limits.bucket,
  });
  const problem = await store.findProblem();
  if (problem !== null) throw new ConfigError(`BLOB_URL: ${problem}`);
  return store;
}
