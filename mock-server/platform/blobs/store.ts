import type { Readable, Writable } from 'node:stream';
import type { ReceivedFile, StoredBlob } from './received-file.ts';
import type { WriteOptions, WriteResult } from './write-durably.ts';

/** Two separate rooms: install files, which only authorized callers may read, and images, which anybody with the name may. */
export const blobRooms = ['files', 'images'] as const;
export type BlobRoom = (typeof blobRooms)[number];

const name = /^[0-9a-f]{64}$/;
/** Whether a text has the form of a blob's name. */
export const isBlobName = (text: string): boolean => name.test(text);

/**
 * Checks the name of a file that arrives in several requests. Error: it has characters other than letters and digits.
 */
export function assertPartialName(text: string): string {
  if (/^[0-9a-z]{1,64}$/.test(text)) return text;
  throw new Error('A partial file has a name of letters and digits.');
}

/** First and last byte of a part, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Whether a blob that was stored at that moment (ms) is still needed. */
export type IsBlobNeeded = (blob: { room: BlobRoom; sha256: string; stored: number }) => Promise<boolean>;

/** The headers with which a signed address is answered. */
export interface ResponseHeaders {
  contentType: string;
  cacheControl: string;
  /** Null: no such header. */
  contentDisposition: string | null;
}

/**
 * Files that arrive in several requests, over days and restarts. The caller chooses their names (letters and digits)
 * and remembers how many bytes are stored durably; bytes beyond that are overwritten.
 */
export interface PartialStore {
  /**
   * Writes from `start` on, after truncating the file there. The caller must not use the pieces afterwards: they are
   * emptied.
   */
  append(name: string, source: Readable, rules: WriteOptions): Promise<WriteResult>;
  /** Bytes in the file, whether stored durably or not; 0 when there is no such file. */
  getSize(name: string): Promise<number>;
  /**
   * The whole file, ready for `promote`. `known` is its SHA-256; when null, it is computed. Error: when the file does not
   * have `size` bytes.
   */
  finish(name: string, size: number, known: string | null): Promise<ReceivedFile>;
  /** Deletes a file; no error when there is none. */
  remove(name: string): Promise<void>;
  /** Every name with the moment (ms) of its last byte; for the sweep. */
  list(): AsyncIterable<{ name: string; touched: number }>;
}

/**
 * A content-addressed store: equal bytes are stored once, and what a name stands for never changes. To upload, call
 * `receive` (streams into a temporary file, with a limit, and hashes it), check the file, then call `promote` or
 * `discard`. Error of every function: `unavailable` while the storage does not answer.
 */
export interface BlobStore {
  /** Files that arrive in several requests. */
  readonly partial: PartialStore;
  /**
   * Streams into a temporary file. The caller must not use the pieces afterwards: they are emptied. Errors:
   * `body_too_large` past `limit` bytes, `upload_incomplete` when the source ends early, `storage_full`.
   */
  receive(source: Readable, limit: number): Promise<ReceivedFile>;
  /** Moves a received file into the room, durably; its age starts anew. The room may already hold the same bytes. */
  promote(room: BlobRoom, file: ReceivedFile): Promise<StoredBlob>;
  /** Deletes a received file; no error when it is gone. */
  discard(file: ReceivedFile): Promise<void>;
  /** Stores bytes that are in memory. */
  put(room: BlobRoom, bytes: Uint8Array): Promise<StoredBlob>;
  /** Size in bytes, or null when there is no such blob. */
  size(room: BlobRoom, sha256: string): Promise<number | null>;
  /** The bytes, or a part of them. Error: `not_found`. */
  read(room: BlobRoom, sha256: string, range?: ByteRange): Promise<Readable>;
  /**
   * Writes the bytes, or a part of them, into a stream as fast as it takes them; the stream stays open. Errors: `not_found`,
   * or that of the stream when its receiver disconnects.
   */
  send(room: BlobRoom, sha256: string, sink: Writable, range?: ByteRange): Promise<void>;
  /** A file for random access to the bytes; call `release` afterwards. Error: `not_found`. */
  open(room: BlobRoom, sha256: string): Promise<{ path: string; release(): Promise<void> }>;
  /** A signed address that gives the bytes to anybody for ten minutes; null where the store has none. */
  address(room: BlobRoom, sha256: string, as: ResponseHeaders): Promise<string | null>;
  /** Every blob of a room with the moment (ms) it was stored; for the sweep. */
  list(room: BlobRoom): AsyncIterable<{ sha256: string; stored: number }>;
  /**
   * Removes a blob unless `isNeeded`, which is called when the blob can no longer be read, says that it is needed. Returns
   * whether the blob was removed.
   */
  remove(room: BlobRoom, sha256: string, isNeeded: IsBlobNeeded): Promise<boolean>;
  /** Completes or undoes interrupted removals, and deletes received files that were last written before a moment (ms). */
  cleanUp(before: number, isNeeded: IsBlobNeeded): Promise<void>;
}
