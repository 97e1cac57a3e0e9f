import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Incoming } from './incoming.ts';
import type { ReceivedFile } from './received-file.ts';

/** A file on this machine's disk; it stays until it is released. */
export interface OpenFile {
  path: string;
  release(): Promise<void>;
}

/**
 * Copies of blobs that are elsewhere, in a directory, for what needs a file of its own: opening, signing and inspecting
 * packages. When they have more bytes than allowed, those that nobody uses go, the least recently used first.
 */
export class LocalCopies {
  readonly #directory: string;
  readonly #incoming: Incoming;
  readonly #mostBytes: number;
  /** How many use a copy just now. */
  readonly #users = new Map<string, number>();
  readonly #coming = new Map<string, Promise<void>>();

  private constructor(directory: string, incoming: Incoming, mostBytes: number) {
    this.#directory = directory;
    this.#incoming = incoming;
    this.#mostBytes = mostBytes;
  }

  static async in(directory: string, incoming: Incoming, mostBytes: number): Promise<LocalCopies> {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    return new LocalCopies(directory, incoming, mostBytes);
  }

  /** Takes over a file that was received here: it is likely to be needed soon. */
  async add(file: ReceivedFile): Promise<void> {
    await rename(file.path, this.#path(file.sha256));
    await this.#thin();
  }

  /** The copy of a blob; `fetch` brings its bytes where there is none. Error: when they are not those of its name. */
  async open(sha256: string, fetch: () => Promise<Readable>): Promise<OpenFile> {
    this.#use(sha256, 1);
    try {
      await this.#bring(sha256, fetch);
    } catch (error) {
      this.#use(sha256, -1);
      throw error;
    }
    let isReleased = false;
    const release = async () => {
      if (isReleased) return;
      isReleased = true;
      this.#use(sha256, -1);
      await this.#thin();
    };
    return { path: this.#path(sha256), release };
  }

  #use(sha256: string, by: 1 | -1): void {
    const users = (this.#users.get(sha256) ?? 0) + by;
    if (users === 0) this.#users.delete(sha256);
    else this.#users.set(sha256, users);
  }

  /** Those that ask at once wait for one transfer. */
  async #bring(sha256: string, fetch: () => Promise<Readable>): Promise<void> {
    const coming = this.#coming.get(sha256) ?? this.#fetch(sha256, fetch);
    this.#coming.set(sha256, coming);
    await coming.finally(() => this.#coming.delete(sha256));
  }

  async #fetch(sha256: string, fetch: () => Promise<Readable>): Promise<void> {
    const used = new Date();
    const isThere = await utimes(this.#path(sha256), used, used).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    const file = await this.#incoming.receive(await fetch(), Number.MAX_SAFE_INTEGER);
    if (file.sha256 !== sha256) {
      await rm(file.path, { force: true });
      throw new Error(`The file ${sha256} is damaged: its bytes have the hash ${file.sha256}.`);
    }
    await rename(file.path, this.#path(sha256));
  }

  async #thin(): Promise<void> {
    const copies: { sha256: string; size: number; used: number }[] = [];
    for (const sha256 of await readdir(this.#directory)) {
      const found = await stat(this.#path(sha256)).catch(() => null);
      if (found !== null) copies.push({ sha256, size: found.size, used: found.mtimeMs });
    }
    let bytes = copies.reduce((sum, { size }) => sum + size, 0);
    for (const { sha256, size } of copies.sort((one, other) => one.used - other.used)) {
      if (bytes <= this.#mostBytes) return;
      if (this.#users.has(sha256)) continue;
      await rm(this.#path(sha256), { force: true });
      bytes -= size;
    }
  }

  #path(sha256: string): string {
    return join(this.#directory, sha256);
  }
}
