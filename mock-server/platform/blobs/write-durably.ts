import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { diskFullError, isDiskFull, ServiceError } from '../errors.ts';
import { FileTail } from './file-tail.ts';

/**
 * Bytes after which the file is flushed to the disk while more arrive. Otherwise the disk would be idle until the last
 * byte, and the answer would then wait until all bytes are written.
 */
const syncEvery = 32 * 1024 * 1024;

export interface WriteOptions {
  /** Where in the file the first byte goes. */
  start: number;
  /** Most bytes that are accepted; more are `body_too_large`. */
  limit: number;
  /** Called with every piece as it arrives. */
  observe?(piece: Buffer): void;
  /** Called from time to time with the offset up to which the file is stored durably. */
  onSafe?(end: number): Promise<void>;
}

export interface WriteResult {
  /** Offset up to which the file is stored durably, also after a failure. */
  end: number;
  /** Why the file is not complete, or null: `body_too_large`, `storage_full`, `upload_incomplete`, or what `onSafe` threw. */
  failure: ServiceError | null;
}

/** Writes a stream into an open file, durably. The stream is not destroyed, so that its sender can be answered. */
export async function writeDurably(
  source: Readable,
  file: FileHandle,
  rules: WriteOptions,
): Promise<WriteResult> {
  const tail = new FileTail(file, rules.start);
  const sync = new BackgroundSync(file, rules, () => tail.end);
  const broken = await copy(source, tail, rules, sync).then(
    () => null,
    (error: unknown) => error,
  );
  const unwritten = await tail.flush();
  const unsafe = await sync.finish();
  const cause = broken ?? unwritten ?? unsafe;
  return { end: sync.safe, failure: cause === null ? null : toRefusal(cause) };
}

async function copy(
  source: Readable,
  tail: FileTail,
  rules: WriteOptions,
  sync: BackgroundSync,
): Promise<void> {
  let size = 0;
  for await (const piece of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > rules.limit) throw tooLargeError(rules.limit);
    rules.observe?.(piece);
    await tail.add(piece);
    sync.syncIfDue();
  }
}

/** Flushes a file to the disk in the background, one flush after the other. */
class BackgroundSync {
  safe: number;
  readonly #file: FileHandle;
  readonly #rules: WriteOptions;
  readonly #written: () => number;
  #running: Promise<void> | null = null;
  #failure: Error | null = null;

  constructor(file: FileHandle, rules: WriteOptions, written: () => number) {
    this.safe = rules.start;
    this.#file = file;
    this.#rules = rules;
    this.#written = written;
  }

  /** Starts a flush when enough has been written since the last. Error: why an earlier flush failed. */
  syncIfDue(): void {
    if (this.#failure !== null) throw this.#failure;
    if (this.#running !== null || this.#written() - this.safe < syncEvery) return;
    this.#running = this.#sync().finally(() => {
      this.#running = null;
    });
  }

  /** Flushes the rest; returns the error of this or an earlier flush, or null. */
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

/** The refusal of a source with more than `limit` bytes. */
export const tooLargeError = (limit: number) =>
  new ServiceError(
    'body_too_large',
    limit < 1024 * 1024
      ? `The file is larger than the ${limit} bytes that are allowed here.`
      : `The file is larger than the ${Math.floor(limit / 1024 / 1024)} MiB that are allowed here.`,
  );

/** The refusal for an error that ended a transfer early. */
export function toRefusal(cause: unknown): ServiceError {
  if (cause instanceof ServiceError) return cause;
  if (isDiskFull(cause)) return diskFullError(cause);
  return new ServiceError(
    'upload_incomplete',
    'The connection ended before the whole file had arrived. Send the rest, or the file again.',
    {
      cause,
    },
  );
}
