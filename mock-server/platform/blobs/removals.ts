import { randomUUID } from 'node:crypto';
import { mkdir, opendir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobRoom, IsBlobNeeded } from './store.ts';

const asideName = /^(files|images)-([0-9a-f]{64})-/;

/**
 * Removes blobs without losing one that is still needed. Between the query whether a row refers to a blob and the
 * removal, another request may store the same bytes and commit a row. So the blob is first renamed ("put aside"). A
 * request that stores the bytes after that creates a new blob; the row of a request that stored them earlier is found
 * by a second query.
 */
export class Removals {
  readonly #aside: string;
  readonly #path: (room: BlobRoom, sha256: string) => string;

  constructor(aside: string, path: (room: BlobRoom, sha256: string) => string) {
    this.#aside = aside;
    this.#path = path;
  }

  /** Puts a blob aside and removes it unless `isNeeded` then says that it is needed; returns whether it was removed. */
  async remove(room: BlobRoom, sha256: string, isNeeded: IsBlobNeeded): Promise<boolean> {
    await mkdir(this.#aside, { recursive: true, mode: 0o700 });
    const aside = join(this.#aside, `${room}-${sha256}-${randomUUID()}`);
    return (
      (await renameIfPresent(this.#path(room, sha256), aside)) &&
      this.#completeOrUndo(aside, { room, sha256 }, isNeeded)
    );
  }

  /** Completes or undoes removals that were interrupted. */
  async finish(isNeeded: IsBlobNeeded): Promise<void> {
    await mkdir(this.#aside, { recursive: true, mode: 0o700 });
    for await (const { name } of await opendir(this.#aside)) {
      const [, room = '', sha256 = ''] = asideName.exec(name) ?? [];
      if (room !== 'files' && room !== 'images') continue;
      await this.#completeOrUndo(join(this.#aside, name), { room, sha256 }, isNeeded);
    }
  }

  async #completeOrUndo(
    aside: string,
    blob: { room: BlobRoom; sha256: string },
    isNeeded: IsBlobNeeded,
  ): Promise<boolean> {
    const found = await stat(aside).catch(() => null);
    if (found === null) return false;
    const back = () => renameIfPresent(aside, this.#path(blob.room, blob.sha256));
    try {
      if (await isNeeded({ ...blob, stored: found.mtimeMs })) {
        await back();
        return false;
      }
    } catch (error) {
      await back();
      throw error;
    }
    await rm(aside, { force: true });
    return true;
  }
}

/** Renames a file; false when it does not exist. */
async function renameIfPresent(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
