import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { ReceivedFile } from './received-file.ts';
import { assertPartialName, type PartialStore } from './store.ts';
import { type WriteOptions, type WriteResult, writeDurably } from './write-durably.ts';

/** Reading much at once keeps the number of system calls low. */
const readSize = 1024 * 1024;

/** Files that arrive in several requests, stored in a directory. */
export class PartialFiles implements PartialStore {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  async append(name: string, source: Readable, rules: WriteOptions): Promise<WriteResult> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 });
    const file = await open(this.#getPath(name), constants.O_RDWR | constants.O_CREAT, 0o600);
    try {
      const { size } = await file.stat();
      if (size < rules.start)
        throw new Error(`The partial file ${name} has lost bytes that were stored durably.`);
      if (size > rules.start) await file.truncate(rules.start);
      return await writeDurably(source, file, rules);
    } finally {
      await file.close();
    }
  }

  async getSize(name: string): Promise<number> {
    return (await stat(this.#getPath(name)).catch(() => null))?.size ?? 0;
  }

  async finish(name: string, size: number, known: string | null): Promise<ReceivedFile> {
    const path = this.#getPath(name);
    const found = await this.getSize(name);
    if (found !== size) throw new Error(`The partial file ${name} has ${found} bytes instead of ${size}.`);
    return { path, sha256: known ?? (await hashFile(path)), size };
  }

  async remove(name: string): Promise<void> {
    await rm(this.#getPath(name), { force: true });
  }

  async *list(): AsyncIterable<{ name: string; touched: number }> {
    for await (const { name } of await opendir(this.#directory)) {
      const found = await stat(this.#getPath(name)).catch(() => null);
      if (found !== null) yield { name, touched: found.mtimeMs };
    }
  }

  #getPath(name: string): string {
    return join(this.#directory, assertPartialName(name));
  }
}

/**
 * The hash of a file, read through one buffer: a new one for each read would start a garbage collection every 32 MiB.
 */
async function hashFile(path: string): Promise<string> {
  const file = await open(path);
  try {
    const hash = createHash('sha256');
    const buffer = Buffer.allocUnsafeSlow(readSize);
    const next = async (at: number) => (await file.read(buffer, 0, readSize, at)).bytesRead;
    let position = 0;
    for (let read = await next(0); read > 0; read = await next(position)) {
      hash.update(buffer.subarray(0, read));
      position += read;
    }
    return hash.digest('hex');
  } finally {
    await file.close();
  }
}
