import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { ServiceError } from '../http/errors.ts';
import { FileTail } from './file-tail.ts';

/**
 * Bytes after which what has been written is brought to the disk while more comes in: otherwise the disk would stand idle
 * until the last byte, and then hold up the answer for as long as all of them take.
 */
const syncEvery = 32 * 1024 * 1024;

export interface Writing {
  /** Where in the file the first byte goes. */
  start: number;
  /** Bytes that may come; more are `body_too_large`. */
  limit: number;
  /** Sees every piece as it comes. */
  observe?(piece: Buffer): void;
  /** Told from time to time up to where the file is safe on the disk. */
  onSafe?(end: number): Promise<void>;
}

export interface Written {
  /** Up to where the file is safe on the disk, however it ended. */
  end: number;
  /** Why not everything came, or null: `body_too_large`, `storage_full`, `upload_incomplete`, or what `onSafe` threw. */
  failure: ServiceError | null;
}

/** Writes a stream into an open file, durably. The stream is not destroyed, so that its sender can be answered. */
export async function writeDurably(source: Readable, file: FileHandle, rules: Writing): Promise<Written> {
  const tail = new FileTail(file, rules.start);
  const sync = new Sync(file, rules, () => tail.end);
  const broken = await copy(source, tail, rules, sync).then(
    () => null,
    (error: unknown) => error,
  );
  const unwritten = await tail.flushed();
  const unsafe = await sync.finish();
  const cause = broken ?? unwritten ?? unsafe;
  return { end: sync.safe, failure: cause === null ? null : refusalFor(cause) };
}

async function copy(source: Readable, tail: FileTail, rules: Writing, sync: Sync): Promise<void> {
  let size = 0;
  for await (const piece of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > rules.limit) throw tooLarge(rules.limit);
    rules.observe?.(piece);
    await tail.add(piece);
    sync.whenDue();
  }
}

/** Brings a file to the disk, one time after the other, beside what goes on. */
class Sync {
  safe: number;
  readonly #file: FileHandle;
  readonly #rules: Writing;
  readonly #written: () => number;
  #running: Promise<void> | null = null;
  #failure: Error | null = null;

  constructor(file: FileHandle, rules: Writing, written: () => number) {
    this.safe = rules.start;
    this.#file = file;
    this.#rules = rules;
    this.#written = written;
  }

  /** Begins to sync when enough has been written since. Error: why an earlier sync failed. */
  whenDue(): void {
    if (this.#failure !== null) throw this.#failure;
    if (this.#running !== null || this.#written() - this.safe < syncEvery) return;
    this.#running = this.#sync().finally(() => {
      this.#running = null;
    });
  }

  /** Syncs what is left; returns why that or an earlier sync failed, or null. */
  async finish(): Promise<unknown> {
    await this.#running;
    if (this.#failure === null) await this.#sync();
    return this.#failure;
  }

  async #sync(): Promise<void> {
    const written = this.#written();
    try {
      await this.#file.datasync();
      await this.#rules.onSafe?.(written);
      this.safe = written;
    } catch (error) {
      this.#failure = error as Error;
    }
  }
}

const tooLarge = (limit: number) =>
  new ServiceError(
    'body_too_large',
    limit < 1024 * 1024
      ? `More came than the ${limit} bytes that are allowed.`
      : `The file is larger than the ${Math.floor(limit / 1024 / 1024)} MiB that are allowed.`,
  );

const noRoom = new Set(['ENOSPC', 'EDQUOT']);

function refusalFor(cause: unknown): ServiceError {
  if (cause instanceof ServiceError) return cause;
  if (noRoom.has(String((cause as NodeJS.ErrnoException).code))) {
    return new ServiceError(
      'storage_full',
      'There is no room left for the file. Tell whoever runs the service.',
      {
        cause,
      },
    );
  }
  return new ServiceError(
    'upload_incomplete',
    'The upload broke off before its end. Send the rest, or all again.',
    {
      cause,
    },
  );
}
