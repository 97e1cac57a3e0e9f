import type { Readable, Writable } from 'node:stream';
import type { PartialFiles } from './partial-files.ts';
import type { ReceivedFile, StoredBlob } from './received-file.ts';

/** Two rooms that never mix: install files, which need a right to be read, and images, which are public by name. */
export type BlobRoom = 'files' | 'images';

/** First and last byte of a part, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Whether a blob, stored at that moment (ms), is still wanted. */
export type KeepBlob = (blob: { room: BlobRoom; sha256: string; stored: number }) => Promise<boolean>;

/**
 * A content-addressed store: the same bytes are kept once, a name never changes its meaning.
 * Upload: `receive` (stream, limit, hash, temporary file) -> the caller checks the file -> `promote` or `discard`.
 */
export interface BlobStore {
  /** Files that arrive in several requests. */
  readonly partial: PartialFiles;
  /**
   * Streams into a temporary file. The pieces are taken over: nobody else may use them. Errors: `body_too_large` past
   * `limit`, `upload_incomplete` when the source breaks off, `storage_full`.
   */
  receive(source: Readable, limit: number): Promise<ReceivedFile>;
  /** Gives a received file its place, by rename, durably; the blob counts as new. Safe for bytes that are there already. */
  promote(room: BlobRoom, file: ReceivedFile): Promise<StoredBlob>;
  /** Throws a received file away; no error when it is gone. */
  discard(file: ReceivedFile): Promise<void>;
  /** Stores bytes at hand. */
  put(room: BlobRoom, bytes: Uint8Array): Promise<StoredBlob>;
  /** Size in bytes, or null when there is no such blob. */
  size(room: BlobRoom, sha256: string): Promise<number | null>;
  /** The bytes, or a part of them. Error: `not_found`. */
  read(room: BlobRoom, sha256: string, range?: ByteRange): Promise<Readable>;
  /**
   * Writes the bytes, or a part of them, into a stream as fast as it takes them; the stream stays open. Errors: `not_found`,
   * or the stream's own when its receiver goes away.
   */
  send(room: BlobRoom, sha256: string, sink: Writable, range?: ByteRange): Promise<void>;
  /** A path where the bytes can be read at random; `release` it afterwards. Error: `not_found`. */
  open(room: BlobRoom, sha256: string): Promise<{ path: string; release(): Promise<void> }>;
  /** Every name of a room with the moment (ms) it came; for the sweep. */
  list(room: BlobRoom): AsyncIterable<{ sha256: string; stored: number }>;
  /** Removes a blob unless `keep`, asked when nobody can find the blob any more, says otherwise; returns whether it is gone. */
  remove(room: BlobRoom, sha256: string, keep: KeepBlob): Promise<boolean>;
  /** Settles removals that were cut off, and throws away received files that nobody has touched since a moment (ms). */
  tidy(before: number, keep: KeepBlob): Promise<void>;
}
