import { createHash } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { getStateDirectory, readPrivate, writePrivate } from './private-file.ts';

/** What is uploaded, for whom and where: an upload is continued only when all of this is the same. */
export interface UploadKey {
  server: string;
  /** The organization acted on, when it is not the user's own. */
  org: string | undefined;
  user: string;
  /** SHA-256 of the file: its name and date do not matter. */
  sha256: string;
}

/** Milliseconds after which a note is deleted; the service deletes an upload after a day. */
const maxAgeMs = 7 * 24 * 3_600_000;

/** A note on the disk about an unfinished upload, with which a later run can continue it. It holds the upload's id, no secret. */
export class UnfinishedUpload {
  readonly #file: string;

  constructor({ server, org, user, sha256 }: UploadKey) {
    const key = createHash('sha256').update(JSON.stringify([server, org ?? null, user, sha256]));
    this.#file = join(directory(), `${key.digest('hex')}.json`);
  }

  /** The id of the upload; null when there is none, or the note cannot be read. */
  async readId(): Promise<string | null> {
    const id = await readPrivate(this.#file).catch(() => null);
    return typeof id === 'string' ? id : null;
  }

  /** Throws the system's error when the directory cannot be written. */
  async saveId(id: string): Promise<void> {
    await removeOld();
    await writePrivate(this.#file, id);
  }

  /** Deletes the note. One that stays by mistake does no harm: the service no longer knows the upload. */
  async forget(): Promise<void> {
    await rm(this.#file, { force: true }).catch(() => undefined);
  }
}

const directory = () => join(getStateDirectory(), 'uploads');

async function removeOld(): Promise<void> {
  for (const name of await readdir(directory()).catch(() => [])) {
    const file = join(directory(), name);
    const { mtimeMs } = (await stat(file).catch(() => null)) ?? { mtimeMs: Date.now() };
    if (Date.now() - mtimeMs > maxAgeMs) await rm(file, { force: true });
  }
}
