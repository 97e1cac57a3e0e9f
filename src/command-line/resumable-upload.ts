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
import { Unfinished } from './unfinished.ts';

/** Bytes that go in one request: what a broken line costs at most. */
const pieceSize = 8 * 1024 * 1024;
/** Milliseconds that a piece may take. What has come of it by then counts. */
const timeout = 120_000;

/** How often it is tried without a byte arriving, the wait before the second time, and the longest wait; milliseconds. */
const attempts = 8;
const firstWait = 1000;
const longestWait = 15_000;

const version = { 'tus-resumable': tusVersion };

interface Context {
  service: Service;
  terminal: Terminal;
  signal: AbortSignal;
}

/** A file on its way to the service by the tus protocol, over broken lines and several runs of this program. */
export class ResumableUpload {
  readonly #context: Context;
  readonly #file: LocalFile;
  readonly #sha256: string;
  readonly #note: Unfinished;

  private constructor(context: Context, file: LocalFile, sha256: string, note: Unfinished) {
    this.#context = context;
    this.#file = file;
    this.#sha256 = sha256;
    this.#note = note;
  }

  static async of(file: LocalFile, context: Context): Promise<ResumableUpload> {
    const { service, signal } = context;
    const { user } = await service.call(readCaller);
    const sha256 = await hashOf(file, signal);
    const { server, org } = service;
    return new ResumableUpload(context, file, sha256, new Unfinished({ server, org, user: user.id, sha256 }));
  }

  /** Sends what the service does not have yet; answers the upload's id. */
  async send(progress: Progress): Promise<string> {
    const { id, offset } = (await this.#begun()) ?? (await this.#begin());
    progress.from(offset);
    try {
      await this.#sendFrom(id, offset, progress);
      await this.#check(id);
      return id;
    } catch (fault) {
      progress.done();
      if (passes(fault) || this.#context.signal.aborted) {
        this.#context.terminal.remark('What has arrived is kept for a day: run the same command to go on.');
      }
      throw fault;
    }
  }

  /** It is published, or never will be. */
  end(): Promise<void> {
    return this.#note.forget();
  }

  /** What an earlier run began, unless the service has thrown it away. */
  async #begun(): Promise<Upload | null> {
    const id = await this.#note.recall();
    if (id === null) return null;
    try {
      const upload = await this.#arrived(id);
      this.#context.terminal.remark('Going on with an upload that was interrupted.');
      return upload;
    } catch (fault) {
      if (!(fault instanceof RefusedError && gone.has(fault.refusal.status))) throw fault;
      return null;
    }
  }

  async #begin(): Promise<Upload> {
    const { service, terminal } = this.#context;
    const headers = {
      ...version,
      'upload-length': String(this.#file.size),
      'upload-metadata': `filename ${Buffer.from(this.#file.name).toString('base64')}`,
    };
    const { upload } = await service.call(createUpload, { headers });
    await this.#note.keep(upload.id).catch((error: Error) => {
      terminal.remark(`A later run will not be able to go on with this upload: ${error.message}`);
    });
    return upload;
  }

  /** How far it has come. A request that still hangs on a line that is dead ends first. */
  async #arrived(id: string): Promise<Upload> {
    const args = { params: { upload: id }, headers: version };
    await this.#context.service.head(readUpload, args);
    return (await this.#context.service.call(readUpload, args)).upload;
  }

  async #sendFrom(id: string, offset: number, progress: Progress): Promise<void> {
    let sent = offset;
    let failures = 0;
    while (sent < this.#file.size) {
      try {
        const arrived = failures === 0 ? sent : (await this.#arrived(id)).offset;
        if (arrived > sent) failures = 0;
        sent = arrived;
        if (sent < this.#file.size) sent = await this.#sendPiece(id, sent);
        failures = 0;
        progress.at(sent);
      } catch (fault) {
        failures += 1;
        if (failures >= attempts || !passes(fault)) throw fault;
        await this.#pause(failures);
      }
    }
  }

  /** Where the next piece begins. */
  async #sendPiece(id: string, offset: number): Promise<number> {
    const end = Math.min(offset + pieceSize, this.#file.size);
    const content = new Blob([await readPart(this.#file, offset, end)]);
    const headers = { ...version, 'upload-offset': String(offset), 'content-type': appendUpload.consumes };
    await this.#context.service.call(appendUpload, { params: { upload: id }, headers, content, timeout });
    return end;
  }

  async #pause(failures: number): Promise<void> {
    const { signal } = this.#context;
    const time = Math.min(firstWait * 2 ** (failures - 1), longestWait);
    await wait(time, undefined, { signal }).catch(() => signal.throwIfAborted());
  }

  /** Error: `failed` when the service has other bytes than the file. */
  async #check(id: string): Promise<void> {
    const { service } = this.#context;
    const args = { params: { upload: id }, headers: version };
    const { sha256 } = (await service.call(readUpload, args)).upload;
    if (sha256 === this.#sha256) return;
    await service.call(deleteUpload, args);
    throw new Problem('failed', 'Other bytes arrived than the file has. They are deleted: publish it again.');
  }
}

/** The upload was thrown away, is published, or has expired. */
const gone: ReadonlySet<number> = new Set([404, 410]);

/** Whether trying again may help: the line broke, the service restarts, or another request holds the upload. */
function passes(fault: unknown): boolean {
  if (fault instanceof UnreachableError || fault instanceof OfflineError || fault instanceof ServerError)
    return true;
  return (
    fault instanceof RefusedError && (fault.errorName === 'upload_locked' || fault.refusal.status === 409)
  );
}
