import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Config } from '../config.ts';
import { createDiskStore } from '../platform/blobs/disk.ts';
import { openBlobs } from '../platform/blobs/open-blobs.ts';
import { type BlobRoom, type BlobStore, blobRooms } from '../platform/blobs/store.ts';
import { ConfigError } from '../settings/environment.ts';

/** A blob that could not be copied, or whose content does not match its name; `why` is for people. */
interface Finding {
  room: BlobRoom;
  sha256: string;
  why: string;
}

const directions = ['to-bucket', 'to-disk'];

/**
 * `appshelf-service blobs move to-bucket` (or `to-disk`): copies every file and image from `DATA_DIR` to the bucket
 * that `BLOB_URL` names, or back, and reads each at its new place. Blobs that are already there are only read, so an
 * interrupted command can be repeated. Nothing is deleted. Returns 1 when something was not copied, or is damaged.
 */
export async function moveBlobs(
  config: Config,
  [direction = '', ...more]: readonly string[],
): Promise<number> {
  if (!directions.includes(direction) || more.length > 0) {
    process.stderr.write('Usage: appshelf-service blobs move to-bucket, or to-disk\n');
    return 2;
  }
  if (config.bucket === null) throw new ConfigError('BLOB_URL is missing: it names the bucket.');
  const bucket = await openBlobs(config);
  const disk = await createDiskStore(join(config.dataDir, 'blobs'));
  const [from, to] = direction === 'to-bucket' ? [disk, bucket] : [bucket, disk];
  return forEachBlob(from, 'moved', (room, sha256) => copy({ from, to }, room, sha256));
}

/**
 * `appshelf-service blobs verify`: reads every file and image in the storage that the settings name. Returns 1 when one
 * is damaged.
 */
export async function verifyBlobs(config: Config): Promise<number> {
  const store = await openBlobs(config);
  return forEachBlob(store, 'verified', (room, sha256) => problemOf(store, room, sha256));
}

/** Does something with every blob, and prints the progress; `work` returns what is wrong, or null. */
async function forEachBlob(
  store: BlobStore,
  done: string,
  work: (room: BlobRoom, sha256: string) => Promise<string | null>,
): Promise<number> {
  const findings: Finding[] = [];
  let count = 0;
  for (const room of blobRooms) {
    for await (const { sha256 } of store.list(room)) {
      const why = await work(room, sha256).catch(getReason);
      if (why !== null) findings.push({ room, sha256, why });
      count += 1;
      if (count % progressEvery === 0) process.stderr.write(`${count} ${done}, ${findings.length} failed\n`);
    }
  }
  for (const { room, sha256, why } of findings) process.stdout.write(`${room}/${sha256}: ${why}\n`);
  process.stdout.write(`${count - findings.length} ${done}, ${findings.length} failed\n`);
  return findings.length > 0 ? 1 : 0;
}

/** The original error of the bucket or the disk, which a refusal hides from clients. */
const getReason = (error: Error): string => (error.cause instanceof Error ? error.cause : error).message;

const progressEvery = 100;

async function copy(
  { from, to }: { from: BlobStore; to: BlobStore },
  room: BlobRoom,
  sha256: string,
): Promise<string | null> {
  const size = await from.size(room, sha256);
  if (size === null) return null;
  if ((await to.size(room, sha256)) !== size) {
    const received = await to.receive(await from.read(room, sha256), size);
    if (received.sha256 !== sha256) {
      await to.discard(received);
      return `the bytes to copy have the hash ${received.sha256}`;
    }
    await to.promote(room, received);
  }
  return problemOf(to, room, sha256);
}

async function problemOf(store: BlobStore, room: BlobRoom, sha256: string): Promise<string | null> {
  const hash = createHash('sha256');
  await pipeline(await store.read(room, sha256), hash);
  const found = hash.digest('hex');
  return found === sha256 ? null : `its bytes have the hash ${found}`;
}
