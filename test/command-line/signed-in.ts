import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { startService, type TestService } from '../setup/service.ts';
import { type Run, type RunOptions, runProgram } from './program.ts';

/** A service, and for each test a machine of its own on which the program runs. */
export class Desk {
  #service: TestService | null = null;
  home = '';

  get service(): TestService {
    if (this.#service === null) throw new Error('The service is not started yet.');
    return this.#service;
  }

  async open(): Promise<void> {
    this.#service = await startService();
  }

  async settle(): Promise<void> {
    this.home = await mkdtemp(join(tmpdir(), 'appshelf-desk-'));
  }

  leave = (): Promise<void> => rm(this.home, { recursive: true, force: true });
  close = (): Promise<void> => this.service.stop();

  /** Runs the program with a token of the administrator, or of another, in its environment. */
  run(
    args: readonly string[],
    { token, ...options }: Partial<RunOptions> & { token?: string } = {},
  ): Promise<Run> {
    const environment = { APPSHELF_URL: this.service.url, APPSHELF_TOKEN: token ?? this.service.admin.token };
    return runProgram(args, {
      home: this.home,
      ...options,
      environment: { ...environment, ...options.environment },
    });
  }

  /** Runs the program, and sends it Ctrl-C, once, when it has begun to tell how far it is. */
  interrupted(args: readonly string[]): Promise<Run> {
    let isStopped = false;
    return this.run(args, {
      heard: (_chunk, stop) => {
        if (!isStopped) stop();
        isStopped = true;
      },
    });
  }

  /** Runs it without variables: with only what it has kept in its configuration. */
  bare(args: readonly string[], options: Partial<RunOptions> = {}): Promise<Run> {
    return runProgram(args, { home: this.home, ...options });
  }
}

export function openDesk(): Desk {
  const desk = new Desk();
  beforeAll(() => desk.open());
  beforeEach(() => desk.settle());
  afterEach(() => desk.leave());
  afterAll(() => desk.close());
  return desk;
}
