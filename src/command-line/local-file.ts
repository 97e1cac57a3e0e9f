import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { Problem, usageError } from './problems.ts';

/** A file, with its state when it was opened. It is read piece by piece while it is sent, never as a whole. */
export interface LocalFile {
  path: string;
  name: string;
  /** Bytes. */
  size: number;
  /** When it was changed last, in nanoseconds. */
  changed: bigint;
}

/** Opens a file. Error: `wrongUse` when it is not a file, cannot be read, or is empty. */
export async function openFile(path: string): Promise<LocalFile> {
  const found = await reading(path, (handle) => handle.stat({ bigint: true }));
  if (!found.isFile()) throw usageError(`${path} is not a file. Name the package that your build made.`);
  if (found.size === 0n) throw usageError(`The file ${path} is empty.`);
  return { path, name: basename(path), size: Number(found.size), changed: found.mtimeNs };
}

/** The bytes from `start` up to, not including, `end`. Error: `wrongUse` when the file is gone or has changed. */
export async function readPart(
  file: LocalFile,
  start: number,
  end: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const part = new Uint8Array(Math.min(end, file.size) - start);
  await reading(file.path, async (handle) => {
    const { bytesRead } = await handle.read(part, 0, part.length, start);
    const { size, mtimeNs } = await handle.stat({ bigint: true });
    if (bytesRead < part.length || mtimeNs !== file.changed || Number(size) !== file.size) {
      throw usageError(
        `The file ${file.path} changed while it was being sent. Wait until it is complete, then publish again.`,
      );
    }
  });
  return part;
}

async function reading<T>(path: string, read: (handle: FileHandle) => Promise<T>): Promise<T> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(path);
    return await read(handle);
  } catch (cause) {
    if (cause instanceof Problem) throw cause;
    throw usageError(`The file ${path} cannot be read${describeOpenFailure(cause)}.`, cause);
  } finally {
    await handle?.close();
  }
}

const reasons: Partial<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'you do not have permission to read it',
  EISDIR: 'it is a directory',
};

function describeOpenFailure(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return code === '' ? '' : `: ${reasons[code] ?? code}`;
}

/** Bytes that are read at a time, for sending and for hashing. */
const pieceSize = 256 * 1024;
const hashChunkBytes = 1024 * 1024;

/** The SHA-256 of a file, hexadecimal. Errors: as `readPart`; the signal's reason. */
export async function hashOf(file: LocalFile, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for (let at = 0; at < file.size; at += hashChunkBytes) {
    signal.throwIfAborted();
    hash.update(await readPart(file, at, at + hashChunkBytes));
  }
  return hash.digest('hex');
}

/** A file on the disk as a part of a form; `onRead` is told how many of its bytes have been read to be sent. */
export class SentFile extends File {
  override readonly size: number;
  readonly #file: LocalFile;
  readonly #onRead: (bytes: number) => void;

  constructor(file: LocalFile, onRead: (bytes: number) => void) {
    super([], file.name);
    this.size = file.size;
    this.#file = file;
    this.#onRead = onRead;
  }

  /** Node's own stream of such a file crashes the process when the file changes or the reader stops. */
  override stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    let sent = 0;
    let isWanted = true;
    return new ReadableStream({
      pull: async (controller) => {
        const part = await readPart(this.#file, sent, sent + pieceSize);
        if (!isWanted) return;
        sent += part.length;
        controller.enqueue(part);
        if (sent >= this.size) controller.close();
        this.#onRead(sent);
      },
      cancel: () => {
        isWanted = false;
      },
    });
  }
}
