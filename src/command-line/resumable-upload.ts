import { setTimeout as wait } from 'node:timers/promises';
import {
  appendUpload,
  createUpload,
  deleteUpload,
  readUpload,
  tusVersion,
  type Upload,
} from '../../contract/application-uploads.ts';
import { readCaller } from '../../contract/users.ts';
import { OfflineError, RefusedError, ServerError, UnreachableError } from '../data/http/errors.ts';
import { hashOf, type LocalFile, readPart } from './local-file.ts';
import { Problem } from './problems.ts';
import type { Progress } from './progress.ts';
import type { Service } from './service.ts';
import type { Terminal } from './terminal.ts';
import { UnfinishedUpload } from './unfinished-upload.ts';

/** Bytes sent in one request, and so the most that a broken connection costs. */
const pieceSize = 8 * 1024 * 1024;
/** Milliseconds that one request may take. The bytes that arrived by then are kept. */
const timeout = 120_000;

/** Attempts in a row without a byte arriving; the wait before the second one and the longest wait, in milliseconds. */
const attempts = 8;
const minWaitMs = 1000;
const maxWaitMs = 15_000;

const version = { 'tus-resumable': tusVersion };

interface Context {
  service: Service;
  terminal: Terminal;
  signal: AbortSignal;
}

/** Uploads a file by the tus protocol, across broken connections and several runs of this program. */
export class ResumableUpload {
  readonly #context: Context;
  readonly #file: LocalFile;
  readonly #sha256: string;
  readonly #unfinishedUpload: UnfinishedUpload;

  private constructor(context: Context, file: LocalFile, sha256: string, note: UnfinishedUpload) {
    this.#context = context;
    this.#file = file;
    this.#sha256 = sha256;
    this.#unfinishedUpload = note;
  }

  static async prepare(file: LocalFile, context: Context): Promise<ResumableUpload> {
    const { service, signal } = context;
    const { user } = await service.call(readCaller);
    const sha256 = await hashOf(file, signal);
    const { server, org } = service;
    return new ResumableUpload(
      context,
      file,
      sha256,
      new UnfinishedUpload({ server, org, user: user.id, sha256 }),
    );
  }

  /** Sends what the service does not have yet; returns the upload's id. */
  async send(progress: Progress): Promise<string> {
    const { id, offset } = (await this.#findStarted()) ?? (await this.#create());
    progress.setStart(offset);
    try {
      await this.#sendFrom(id, offset, progress);
      await this.#check(id);
      return id;
    } catch (fault) {
      progress.finish();
      if (isTransient(fault) || this.#context.signal.aborted) {
        this.#context.terminal.printRemark(
          'What has arrived is kept for a day: run the same command again to continue.',
        );
      }
      throw fault;
    }
  }

  /** Forgets the upload, because it is published, or never can be. */
  end(): Promise<void> {
    return this.#unfinishedUpload.forget();
  }

  /** The upload that an earlier run began; null when there is none, or the service has deleted it. */
  async #findStarted(): Promise<Upload | null> {
    const id = await this.#unfinishedUpload.readId();
    if (id === null) return null;
    try {
      const upload = await this.#readOffset(id);
      this.#context.terminal.printRemark('Continuing an upload that was interrupted.');
      return upload;
    } catch (fault) {
      if (!(fault instanceof RefusedError && gone.has(fault.refusal.status))) throw fault;
      return null;
    }
  }

  async #create(): Promise<Upload> {
    const { service, terminal } = this.#context;
    const headers = {
      ...version,
      'upload-length': String(this.#file.size),
      'upload-metadata': `filename ${Buffer.from(this.#file.name).toString('base64')}`,
    };
    const { upload } = await service.call(createUpload, { headers });
    await this.#unfinishedUpload.saveId(upload.id).catch((error: Error) => {
      terminal.printRemark(`If this upload is interrupted, it cannot be continued later: ${error.message}`);
    });
    return upload;
  }

  /**
   * How far the upload has come. The HEAD request also ends a request on a dead connection that still holds the upload.
   */
  async #readOffset(id: string): Promise<Upload> {
    const args = { params: { upload: id }, headers: version };
    await this.#context.service.head(readUpload, args);
    return (await this.#context.service.call(readUpload, args)).upload;
  }

  async #sendFrom(id: string, offset: number, progress: Progress): Promise<void> {
    let sent = offset;
    let failures = 0;
    while (sent < this.#file.size) {
      try {
        const arrived = failures === 0 ? sent : (await this.#readOffset(id)).offset;
        if (arrived > sent) failures = 0;
        sent = arrived;
        if (sent < this.#file.size) sent = await this.#sendPiece(id, sent);
        failures = 0;
        progress.update(sent);
      } catch (fault) {
        failures += 1;
        if (failures >= attempts || !isTransient(fault)) throw fault;
        await this.#waitBeforeRetry(failures);
      }
    }
  }

  /** Sends one piece; returns where the next one begins. */
  async #sendPiece(id: string, offset: number): Promise<number> {
    const end = Math.min(offset + pieceSize, this.#file.size);
    const content = new Blob([await readPart(this.#file, offset, end)]);
    const headers = { ...version, 'upload-offset': String(offset), 'content-type': appendUpload.consumes };
    await this.#context.service.call(appendUpload, { params: { upload: id }, headers, content, timeout });
    return end;
  }

  async #waitBeforeRetry(failures: number): Promise<void> {
    const { signal } = this.#context;
    const time = Math.min(minWaitMs * 2 ** (failures - 1), maxWaitMs);
    await wait(time, undefined, { signal }).catch(() => signal.throwIfAborted());
  }

  /** Error: `failed` when the service received other bytes than the file contains. */
  async #check(id: string): Promise<void> {
    const { service } = this.#context;
    const args = { params: { upload: id }, headers: version };
    const { sha256 } = (await service.call(readUpload, args)).upload;
    if (sha256 === this.#sha256) return;
    await service.call(deleteUpload, args);
    throw new Problem(
      'failed',
      'The upload was damaged on the way and has been deleted. Publish the file again.',
    );
  }
}

/** Statuses of an upload that was deleted, published, or has expired. */
const gone: ReadonlySet<number> = new Set([404, 410]);

/** Whether trying again may help: the connection broke, the service restarts, or another request holds the upload. */
function isTransient(fault: unknown): boolean {
  if (fault instanceof UnreachableError || fault instanceof OfflineError || fault instanceof ServerError)
    return true;
  return (
    fault instanceof RefusedError && (fault.errorName === 'upload_locked' || fault.refusal.status === 409)
  );
}
