import { createHash } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readPrivate, stateDirectory, writePrivate } from './private-file.ts';

/** What an upload is of, for whom and where: only the very same may be gone on with. */
export interface UploadOf {
  server: string;
  /** The organization that is acted on, when it is not the user's own. */
  org: string | undefined;
  user: string;
  /** SHA-256 of the file: a file of another date or place with the same bytes is the same. */
  sha256: string;
}

/** Milliseconds after which a note is thrown away: the service has given the upload up long before. */
const longestAge = 7 * 24 * 3_600_000;

/** A note on the disk about an upload that was begun: with it a later run can go on. It holds the upload's id, no secret. */
export class Unfinished {
  readonly #file: string;

  constructor({ server, org, user, sha256 }: UploadOf) {
    const key = createHash('sha256').update(JSON.stringify([server, org ?? null, user, sha256]));
    this.#file = join(directory(), `${key.digest('hex')}.json`);
  }

  /** The id of the upload; null when there is none, or the note cannot be read. */
  async recall(): Promise<string | null> {
    const id = await readPrivate(this.#file).catch(() => null);
    return typeof id === 'string' ? id : null;
  }

  /** Error: the system's, when the directory cannot be written. */
  async keep(id: string): Promise<void> {
    await removeOld();
    await writePrivate(this.#file, id);
  }

  /** A note that stays by mistake does no harm: the service knows no such upload any more. */
  async forget(): Promise<void> {
    await rm(this.#file, { force: true }).catch(() => undefined);
  }
}

const directory = () => join(stateDirectory(), 'uploads');

async function removeOld(): Promise<void> {
  for (const name of await readdir(directory()).catch(() => [])) {
    const file = join(directory(), name);
    const { mtimeMs } = (await stat(file).catch(() => null)) ?? { mtimeMs: Date.now() };
    if (Date.now() - mtimeMs > longestAge) await rm(file, { force: true });
  }
}
