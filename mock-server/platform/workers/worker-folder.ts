import { constants } from 'node:fs';
import { copyFile, type FileHandle, link, mkdir, open, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { WorkerFailure } from './worker-failure.ts';

/** Files that a task wrote, for as long as the caller uses them. */
export interface MadeFiles {
  /** Passes the bytes of a file to `use`. Error: there is no regular file of that name. */
  withStream<T>(name: string, use: (bytes: Readable) => Promise<T>): Promise<T>;
  /** The bytes of a file. Error: as `withStream`, or it has more than `max` bytes. */
  read(name: string, max: number): Promise<Buffer>;
  /** How many bytes a file has so far. Error: as `withStream`. */
  size(name: string): Promise<number>;
}

/**
 * The directory of one worker: `in` for the files of its task, which it can only read, `out` for the files that it
 * writes.
 */
export class WorkerFolder implements MadeFiles {
  readonly path: string;
  readonly in: string;
  readonly out: string;

  constructor(path: string) {
    this.path = path;
    this.in = join(path, 'in');
    this.out = join(path, 'out');
  }

  async make(): Promise<void> {
    for (const part of [this.in, this.out]) await mkdir(part, { recursive: true, mode: 0o700 });
  }

  /** Puts files (paths, or bytes) into `in`; returns their paths there. Error: WorkerFailure. */
  async addInput(files: Readonly<Record<string, string | Uint8Array>>): Promise<Record<string, string>> {
    try {
      const values = Object.entries(files).map(
        async ([name, file]) => [name, await this.#put(name, file)] as const,
      );
      return Object.fromEntries(await Promise.all(values));
    } catch (error) {
      throw new WorkerFailure('machine', String(error));
    }
  }

  /** A link where the file system allows one, else a copy. */
  async #put(name: string, file: string | Uint8Array): Promise<string> {
    const path = join(this.in, name);
    if (typeof file !== 'string') await writeFile(path, file, { mode: 0o600 });
    else await link(file, path).catch(async () => await copyFile(file, path));
    return path;
  }

  withStream<T>(name: string, use: (bytes: Readable) => Promise<T>): Promise<T> {
    return this.#withFile(name, (file) => use(file.createReadStream({ autoClose: false })));
  }

  read(name: string, max: number): Promise<Buffer> {
    return this.#withFile(name, async (file, size) => {
      if (size > max) throw new Error(`${name} has ${size} bytes, more than ${max}`);
      const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, 0);
      return buffer.subarray(0, bytesRead);
    });
  }

  size(name: string): Promise<number> {
    return this.#withFile(name, (_, size) => Promise.resolve(size));
  }

  async #withFile<T>(name: string, use: (file: FileHandle, size: number) => Promise<T>): Promise<T> {
    // The worker may have been taken over: a file that it wrote may be a link to a secret, or a pipe that never ends.
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    const file = await open(join(this.out, name), flags);
    try {
      const found = await file.stat();
      if (!found.isFile()) throw new Error(`${name} is not a file`);
      return await use(file, found.size);
    } finally {
      await file.close();
    }
  }

  /** Removes the files of the last task. */
  async empty(): Promise<void> {
    for (const part of [this.in, this.out]) {
      for (const name of await readdir(part)) await rm(join(part, name), { recursive: true, force: true });
    }
  }

  async remove(): Promise<void> {
    await rm(this.path, { recursive: true, force: true });
  }
}
