import type { Readable, Writable } from 'node:stream';
import type { PartialFiles } from './partial-files.ts';
import type { ReceivedFile, StoredBlob } from './received-file.ts';

/** Two separate rooms: install files, which only authorized callers may read, and images, which anybody with the name may. */
export type BlobRoom = 'files' | 'images';

/** First and last byte of a part, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Whether a blob that was stored at that moment (ms) is still needed. */
export type KeepBlob = (blob: { room: BlobRoom; sha256: string; stored: number }) => Promise<boolean>;

/**
 * A content-addressed store: the same bytes are kept once, a name never changes its meaning.
 * Upload: `receive` (stream, limit, hash, temporary file) -> the caller checks the file -> `promote` or `discard`.
 */
export interface BlobStore {
  /** Files that arrive in several requests. */
  readonly partial: PartialFiles;
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
  /** Every blob of a room with the moment (ms) it was stored; for the sweep. */
  list(room: BlobRoom): AsyncIterable<{ sha256: string; stored: number }>;
  /** Removes a blob unless `keep`, called when the blob can no longer be read, says that it is needed. Returns whether it did. */
  remove(room: BlobRoom, sha256: string, keep: KeepBlob): Promise<boolean>;
  /** Completes or undoes interrupted removals, and deletes received files that were last written before a moment (ms). */
  tidy(before: number, keep: KeepBlob): Promise<void>;
}
