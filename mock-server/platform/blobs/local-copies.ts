import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Incoming } from './incoming.ts';
import type { ReceivedFile } from './received-file.ts';
import type { BlobRoom } from './store.ts';

const getName = (room: BlobRoom, sha256: string): string => `${room}-${sha256}`;

/** A file on this machine's disk. It is kept until it is released. */
export interface OpenFile {
  path: string;
  release(): Promise<void>;
}

/**
 * Copies of blobs that are stored elsewhere, in a directory, for work that needs a file: opening, signing and
 * inspecting packages. When they have more bytes than allowed, unused ones are deleted, the least recently used first.
 */
export class LocalCopies {
  readonly #directory: string;
  readonly #incoming: Incoming;
  readonly #maxBytes: number;
  /** By copy, how many callers use it now. */
  readonly #users = new Map<string, number>();
  readonly #coming = new Map<string, Promise<void>>();

  private constructor(directory: string, incoming: Incoming, maxBytes: number) {
    this.#directory = directory;
    this.#incoming = incoming;
    this.#maxBytes = maxBytes;
  }

  static async create(directory: string, incoming: Incoming, maxBytes: number): Promise<LocalCopies> {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    return new LocalCopies(directory, incoming, maxBytes);
  }

  /** Takes over a file that was received here, because it is likely to be needed soon. */
  async add(room: BlobRoom, file: ReceivedFile): Promise<void> {
    await rename(file.path, this.#getPath(getName(room, file.sha256)));
    await this.#evict();
  }

  /** The copy of a blob; `fetch` provides the bytes where there is none. Error: when they do not match its name. */
  async open(room: BlobRoom, sha256: string, fetch: () => Promise<Readable>): Promise<OpenFile> {
    const name = getName(room, sha256);
    this.#use(name, 1);
    try {
      await this.#ensureCopy(name, () => this.#receive(name, sha256, fetch));
    } catch (error) {
      this.#use(name, -1);
      throw error;
    }
    let isReleased = false;
    const release = async () => {
      if (isReleased) return;
      isReleased = true;
      this.#use(name, -1);
      await this.#evict();
    };
    return { path: this.#getPath(name), release };
  }

  #use(name: string, by: 1 | -1): void {
    const users = (this.#users.get(name) ?? 0) + by;
    if (users === 0) this.#users.delete(name);
    else this.#users.set(name, users);
  }

  /** Callers that ask for the same blob at the same time share one transfer. */
  async #ensureCopy(name: string, receive: () => Promise<void>): Promise<void> {
    const coming = this.#coming.get(name) ?? this.#copyIfMissing(name, receive);
    this.#coming.set(name, coming);
    await coming.finally(() => this.#coming.delete(name));
  }

  async #copyIfMissing(name: string, receive: () => Promise<void>): Promise<void> {
    const used = new Date();
    const isThere = await utimes(this.#getPath(name), used, used).then(
      () => true,
      () => false,
    );
    if (!isThere) await receive();
  }

  async #receive(name: string, sha256: string, fetch: () => Promise<Readable>): Promise<void> {
    const file = await this.#incoming.fetch(await fetch());
    if (file.sha256 !== sha256) {
      await rm(file.path, { force: true });
      throw new Error(`The file ${sha256} is damaged: its bytes have the hash ${file.sha256}.`);
    }
    await rename(file.path, this.#getPath(name));
  }

  async #evict(): Promise<void> {
    const copies: { name: string; size: number; used: number }[] = [];
    for (const name of await readdir(this.#directory)) {
      const found = await stat(this.#getPath(name)).catch(() => null);
      if (found !== null) copies.push({ name, size: found.size, used: found.mtimeMs });
    }
    let bytes = copies.reduce((sum, { size }) => sum + size, 0);
    for (const { name, size } of copies.sort((one, other) => one.used - other.used)) {
      if (bytes <= this.#maxBytes) return;
      if (this.#users.has(name)) continue;
      await rm(this.#getPath(name), { force: true });
      bytes -= size;
    }
  }

  #getPath(name: string): string {
    return join(this.#directory, name);
  }
}
