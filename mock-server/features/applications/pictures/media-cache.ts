import { randomUUID } from 'node:crypto';
import { mkdir, opendir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Platform } from '../../../platform/services.ts';

/** The folder for copies of images in other sizes. It can be deleted: each copy is made again when it is needed. */

const getCacheFolder = ({ config }: Platform) => join(config.dataDir, 'cache', 'media');
const getFolder = (platform: Platform, sha256: string) => join(getCacheFolder(platform), sha256.slice(0, 2));
const getFileName = (sha256: string, width: number) => `${sha256}-${width}.webp`;
const copyName = /^([0-9a-f]{64})-\d+\.webp$/;

/** The stored copy of an image in another size, or null. */
export const readCopy = (platform: Platform, sha256: string, width: number): Promise<Buffer | null> =>
  readFile(join(getFolder(platform, sha256), getFileName(sha256, width))).catch(() => null);

export async function storeCopy(
  platform: Platform,
  sha256: string,
  width: number,
  copy: Buffer,
): Promise<void> {
  const folder = getFolder(platform, sha256);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, getFileName(sha256, width));
  // Written to a temporary file and renamed, so that nobody reads an incomplete copy.
  const temporary = `${path}.${randomUUID()}`;
  await writeFile(temporary, copy, { mode: 0o600 });
  await rename(temporary, path);
}

/** Deletes copies whose image is gone, and incomplete ones, when they are older than a moment (ms). */
export async function cleanMediaCache(platform: Platform, before: number): Promise<void> {
  const cache = getCacheFolder(platform);
  for (const prefix of await readdir(cache).catch(() => [])) {
    for await (const { name } of await opendir(join(cache, prefix))) {
      const path = join(cache, prefix, name);
      const found = await stat(path).catch(() => null);
      if (found === null || found.mtimeMs >= before) continue;
      const [, sha256] = copyName.exec(name) ?? [];
      const wanted = sha256 !== undefined && (await platform.blobs.size('images', sha256)) !== null;
      if (!wanted) await rm(path, { force: true });
    }
  }
}
