import type { BlobRoom, IsBlobNeeded } from '../../platform/blobs/store.ts';
import { splitIntoChunks } from '../../platform/chunks.ts';
import { changeCatalog } from '../../platform/database/changes/changes.ts';
import type { Platform } from '../../platform/services.ts';
import { cleanMediaCache } from './pictures/media-cache.ts';
import {
  deleteReplaced,
  findReferencedFiles,
  findReferencedImages,
  listOrganizationsWithReplaced,
  namedIcons,
} from './referenced-blobs-store.ts';
import { deleteExpiredUploads, findUploads } from './uploads/store.ts';

/**
 * How long (ms) an unreferenced file is kept: far longer than publishing a received file takes. Younger files may
 * belong to a request whose rows are not committed yet.
 */
export const sweepGrace = 6 * 3_600_000;

/** How many blobs were removed. */
export type SweepCounts = Record<BlobRoom, number>;

/**
 * Removes what no row refers to: replaced files, blobs, incomplete files, expired uploads, copies of deleted images,
 * and files that workers left behind. Several processes may sweep and publish at the same time.
 */
export async function sweepBlobs(platform: Platform, grace = sweepGrace): Promise<SweepCounts> {
  const { blobs, database } = platform;
  const before = Date.now() - grace;
  const isReferenced: IsBlobNeeded = async ({ room, sha256, stored }) =>
    stored >= before || (await findReferenced(platform, room, [sha256])).has(sha256);
  await deleteExpiredUploads(database.db);
  await sweepReplacedFiles(platform, new Date(before).toISOString());
  await sweepPartialFiles(platform, before);
  await blobs.cleanUp(before, isReferenced);
  const swept = { files: 0, images: 0 };
  for (const room of ['files', 'images'] as const) {
    for (const sha256 of await listUnreferenced(platform, room, before)) {
      if (await blobs.remove(room, sha256, isReferenced)) swept[room] += 1;
    }
  }
  await cleanMediaCache(platform, before);
  await platform.workers.tidy();
  return swept;
}

async function findReferenced({ database }: Platform, room: BlobRoom, among: readonly string[]) {
  if (room === 'files') return findReferencedFiles(database.db, among);
  const ours = await findReferencedImages(database.db, among);
  return new Set([...ours, ...(await namedIcons(database.db, among))]);
}

async function listUnreferenced(platform: Platform, room: BlobRoom, before: number): Promise<string[]> {
  const old: string[] = [];
  for await (const { sha256, stored } of platform.blobs.list(room)) if (stored < before) old.push(sha256);
  const result: string[] = [];
  for (const part of splitIntoChunks(old)) {
    const stored = await findReferenced(platform, room, part);
    result.push(...part.filter((sha256) => !stored.has(sha256)));
  }
  return result;
}

/** A link to a file that was replaced is valid for minutes; a download by it may take hours. */
async function sweepReplacedFiles({ database }: Platform, before: string): Promise<void> {
  for (const orgId of await listOrganizationsWithReplaced(database.db, before)) {
    await changeCatalog(database, orgId, async (tx) => ({
      applications: [],
      result: await deleteReplaced(tx, orgId, before),
    }));
  }
}

/** The row of an upload is written before its file, so a file without a row is left over. */
async function sweepPartialFiles({ blobs, database }: Platform, before: number): Promise<void> {
  const old: string[] = [];
  for await (const { name, touched } of blobs.partial.list()) if (touched < before) old.push(name);
  for (const part of splitIntoChunks(old)) {
    const known = await findUploads(database.db, part);
    for (const name of part) if (!known.has(name)) await blobs.partial.remove(name);
  }
}
