import { createHash, type Hash, randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { ServiceError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/services.ts';
import { RunningHashes } from './running-hashes.ts';
import { findOwnUpload, getNextExpiry, tooLargeError } from './service.ts';
import * as store from './store.ts';

/** How long (ms) a request holds an upload without renewing its lease, and how often it renews it. */
const leaseMs = 30_000;
const renewalIntervalMs = 10_000;

/** Bytes that a request carries. */
export interface Piece {
  source: Readable;
  /** The offset of the first of them in the file. */
  offset: number;
  /** How many bytes the request announces; null when it does not say. */
  length: number | null;
  /** The hash that they must have. */
  checksum: { algorithm: string; digest: Buffer } | null;
}

/**
 * Writes to uploads, one request at a time for each of them. The row of an upload names that request, so that all
 * processes respect it; the lease of a request that died expires.
 */
export class UploadWriter {
  readonly #platform: Platform;
  /** The requests of this process that are writing, by upload. */
  readonly #running = new Map<string, { source: Readable; ended: Promise<unknown> }>();

  readonly #hashes = new RunningHashes();

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  /**
   * Adds a piece. After the last one the file is hashed and moved to the blob store. Bytes that arrived before a
   * connection broke are kept. Errors: `not_found`, `upload_expired`, `upload_locked` while another request is writing,
   * `conflict` for a wrong offset, `body_too_large`, `checksum_mismatch`, `upload_incomplete`, `storage_full`.
   */
  async append(key: store.UploadKey, piece: Piece): Promise<store.UploadRow> {
    const { database, clock } = this.#platform;
    const { db } = database;
    await findOwnUpload(db, key);
    const holder = randomUUID();
    if (!(await store.acquireLease(db, key, holder, { at: clock.moment(), until: clock.moment(leaseMs) })))
      throw lockedError();
    const work = this.#writeLeased(key, holder, piece);
    this.#running.set(key.id, { source: piece.source, ended: work.catch(() => undefined) });
    return work.finally(() => this.#running.delete(key.id));
  }

  async #writeLeased(key: store.UploadKey, holder: string, piece: Piece): Promise<store.UploadRow> {
    try {
      return await this.#write(key, holder, piece);
    } finally {
      const { db } = this.#platform.database;
      await store.updateLeased(db, key, holder, { holder: null, held_until: null });
    }
  }

  /**
   * Ends a request that still holds the upload: its client has reconnected, so the old connection is dead. The bytes that it
   * brought are kept. Error: `upload_locked` when another process serves it.
   */
  async takeOver(key: store.UploadKey): Promise<store.UploadRow> {
    const { db } = this.#platform.database;
    await findOwnUpload(db, key);
    await this.#abortRequest(this.#running.get(key.id));
    const row = await findOwnUpload(db, key);
    if (row.holder !== null && (row.held_until ?? '') >= this.#platform.clock.moment()) throw lockedError();
    return row;
  }

  /** Deletes an upload and its bytes. Errors: as `takeOver`. */
  async delete(key: store.UploadKey): Promise<void> {
    await this.takeOver(key);
    await store.deleteUpload(this.#platform.database.db, key);
    await this.#platform.blobs.partial.remove(key.id);
  }

  /** Ends every request, so that the service can stop; clients can continue later. */
  async close(): Promise<void> {
    await Promise.all([...this.#running.values()].map((running) => this.#abortRequest(running)));
  }

  async #abortRequest(running: { source: Readable; ended: Promise<unknown> } | undefined): Promise<void> {
    running?.source.destroy();
    await running?.ended;
  }

  async #write(key: store.UploadKey, holder: string, piece: Piece): Promise<store.UploadRow> {
    const row = await findOwnUpload(this.#platform.database.db, key);
    await this.#assertContinues(row, holder, piece);
    const end = row.received === row.size ? row.size : await this.#writePiece(row, holder, piece);
    return row.sha256 === null && end === row.size
      ? this.#completeUpload(row, holder)
      : this.#record(row, holder, { received: end });
  }

  async #assertContinues(row: store.UploadRow, holder: string, piece: Piece): Promise<void> {
    const { partial } = this.#platform.blobs;
    if (row.sha256 === null && (await partial.getSize(row.id)) < row.received) {
      // A restored backup, or a power failure between two steps: the client is told to begin again.
      await this.#record(row, holder, { received: 0 });
      throw wrongOffsetError(0);
    }
    if (piece.offset !== row.received) throw wrongOffsetError(row.received);
    const end = piece.offset + (piece.length ?? 0);
    if (end > row.size) throw tooLargeError(end, row.size);
  }

  /** Writes the piece; returns the offset at which the file then ends. Errors: as `append`. */
  async #writePiece(row: store.UploadRow, holder: string, piece: Piece): Promise<number> {
    const watch = this.#watch(row, holder, piece.source);
    const hash = piece.checksum && createHash(piece.checksum.algorithm);
    const whole = this.#hashes.take(row.id, row.received);
    const { end, failure } = await this.#platform.blobs.partial
      .append(row.id, piece.source, {
        start: row.received,
        limit: row.size - row.received,
        observe: (bytes) => {
          watch.heard();
          hash?.update(bytes);
          whole?.hash.update(bytes);
        },
        // The last bytes are counted only when the whole file is in its place; bytes with a checksum only when the
        // checksum is right.
        onSafe: async (safe) => {
          if (safe < row.size && hash === null) await this.#record(row, holder, { received: safe });
        },
      })
      .finally(watch.stop);
    if (failure !== null) throw failure;
    if (hash !== null) assertChecksum(hash, piece);
    if (whole !== null) this.#hashes.put(row.id, { ...whole, end });
    return end;
  }

  async #completeUpload(row: store.UploadRow, holder: string): Promise<store.UploadRow> {
    const { blobs } = this.#platform;
    const running = this.#hashes.take(row.id, row.size);
    const file = await blobs.partial.finish(row.id, row.size, running?.hash.digest('hex') ?? null);
    await blobs.promote('files', file);
    return this.#record(row, holder, { received: row.size, sha256: file.sha256 });
  }

  async #record(
    row: store.UploadRow,
    holder: string,
    change: Pick<store.UploadRow, 'received'> & { sha256?: string },
  ): Promise<store.UploadRow> {
    const { database, config } = this.#platform;
    const columns = { ...change, expires: getNextExpiry(config.limits.openUploads) };
    if (!(await store.updateLeased(database.db, row, holder, columns))) throw lockedError();
    return { ...row, ...columns };
  }

  /** Renews the lease while bytes arrive, and ends a request that sends nothing for too long. */
  #watch(row: store.UploadRow, holder: string, source: Readable) {
    const { silence } = this.#platform.config.limits.connections;
    let last = performance.now();
    const renew = async () => {
      const locked = await store.updateLeased(this.#platform.database.db, row, holder, {
        held_until: this.#platform.clock.moment(leaseMs),
      });
      if (!locked || performance.now() - last > silence) source.destroy();
    };
    const timer = setInterval(
      () => void renew().catch(() => source.destroy()),
      Math.min(renewalIntervalMs, silence),
    );
    return {
      heard: () => {
        last = performance.now();
      },
      stop: () => clearInterval(timer),
    };
  }
}

const lockedError = () =>
  new ServiceError(
    'upload_locked',
    'Another request is writing to this upload. Wait for it, or try again in half a minute.',
    {
      headers: { 'retry-after': String(leaseMs / 1000) },
    },
  );

const wrongOffsetError = (offset: number) =>
  new ServiceError('conflict', `This upload goes on at byte ${offset}.`, { details: { offset } });

function assertChecksum(hash: Hash, { checksum }: Piece): void {
  if (checksum === null || hash.digest().equals(checksum.digest)) return;
  throw new ServiceError(
    'checksum_mismatch',
    'The bytes that arrived do not match Upload-Checksum. They were discarded; send them again.',
  );
}
