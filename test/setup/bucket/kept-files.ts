import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type BlobRoom, blobRooms } from '../../../mock-server/platform/blobs/store.ts';
import type { Platform } from '../../../mock-server/platform/services.ts';
import { testBucket } from './bucket-server.ts';

const day = 24 * 3_600_000;

/** Makes a file look as if nobody had touched it for a day. */
export async function aged(path: string): Promise<void> {
  const yesterday = new Date(Date.now() - day);
  await utimes(path, yesterday, yesterday);
}

/** The names of all files and images in a store. */
export async function keptBlobs({ blobs }: Platform): Promise<string[]> {
  const names: string[] = [];
  for (const room of blobRooms) for await (const { sha256 } of blobs.list(room)) names.push(sha256);
  return names.sort();
}

/**
 * The age (ms) from which tests call a blob old. The age of a blob on a server whose disk can't be reached can't be
 * changed: there it is short, and `ageBlob` waits for that long.
 */
export const oldAge = process.env.TEST_OBJECT_STORE ? 8_000 : 3_600_000;

/** Makes a blob look as if it had been stored a day ago, on the disk or on the disk of the run's S3 server. */
export async function ageBlob({ config }: Platform, room: BlobRoom, sha256: string): Promise<void> {
  if (config.bucket === null) {
    await aged(join(config.dataDir, 'blobs', room, sha256.slice(0, 2), sha256));
    return;
  }
  const directory = process.env.TEST_BUCKET_DIRECTORY;
  // Servers report times in whole seconds, so this waits two seconds more.
  if (!directory) return await wait(oldAge + 2_000);
  const place = join(directory, testBucket, config.bucket.prefix);
  for (const folder of [room, join('claims', room, sha256)]) {
    for (const name of await readdir(join(place, folder)))
      if (folder !== room || name.startsWith(sha256)) await aged(join(place, folder, name));
  }
}
