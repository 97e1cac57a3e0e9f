import { randomUUID } from 'node:crypto';
import { mkdir, opendir, realpath, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Found, findIsolations, type Isolation } from './isolation.ts';
import { WorkerFailure } from './worker-failure.ts';
import { WorkerFolder } from './worker-folder.ts';
import { type WorkerLimits, WorkerProcess } from './worker-process.ts';

export interface LauncherOptions {
  /** The directory that contains a folder for each worker. */
  directory: string;
  limits: WorkerLimits;
  /** The program of a worker. */
  program: string;
  /** Isolations to try; absent: those that this machine has. */
  isolations?: readonly Found[] | undefined;
}

/** Starts workers with the strictest isolation that works on this machine; the first start finds out which. */
export class Launcher {
  readonly #options: LauncherOptions;
  #chosen: Found | null = null;
  #choosing: Promise<unknown> | null = null;

  constructor(options: LauncherOptions) {
    this.#options = options;
  }

  /** How workers are isolated; null before the first was started. */
  get isolation(): Isolation | null {
    return this.#chosen?.isolation ?? null;
  }

  /** Starts a worker. Error: WorkerFailure. */
  async start(): Promise<WorkerProcess> {
    await this.#choosing;
    if (this.#chosen !== null) return await this.#launch(this.#chosen);
    const first = this.#choose();
    this.#choosing = first.catch(() => undefined);
    return await first;
  }

  /** Removes folders of processes that died, when they were made before a moment (ms). */
  async tidy(before: number): Promise<void> {
    const { directory } = this.#options;
    await mkdir(directory, { recursive: true, mode: 0o700 });
    for await (const { name } of await opendir(directory)) {
      const path = join(directory, name);
      const found = await stat(path).catch(() => null);
      if (found !== null && found.mtimeMs < before) await rm(path, { recursive: true, force: true });
    }
  }

  async #choose(): Promise<WorkerProcess> {
    const { isolations = await findIsolations(process.env.PATH ?? '') } = this.#options;
    let failure = new WorkerFailure('machine', 'No way to start a worker process is known');
    for (const found of isolations) {
      try {
        const worker = await this.#launch(found);
        this.#chosen = found;
        return worker;
      } catch (error) {
        failure = toWorkerFailure(error);
      }
    }
    throw failure;
  }

  async #launch(found: Found): Promise<WorkerProcess> {
    const { directory, limits, program } = this.#options;
    let folder: WorkerFolder | null = null;
    try {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      // Node and bubblewrap compare and mount real paths.
      folder = new WorkerFolder(join(await realpath(directory), randomUUID()));
      await folder.make();
      return await WorkerProcess.start(folder, found, limits, program);
    } catch (error) {
      await folder?.remove().catch(() => undefined);
      throw toWorkerFailure(error);
    }
  }
}

const toWorkerFailure = (error: unknown): WorkerFailure =>
  error instanceof WorkerFailure ? error : new WorkerFailure('machine', String(error));
