import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { systemEnvironment } from '../run/installed.ts';

/** A server of the system in a process of its own, which ends with this one at the latest. */
export class SystemServer {
  readonly #program: string;
  readonly #process: ChildProcess;

  /** What it says goes to the file `log`; its complaints to the output of this process where there is none. */
  constructor(
    program: string,
    args: readonly string[],
    { log, env = {} }: { log?: string; env?: Record<string, string> } = {},
  ) {
    this.#program = program;
    const output = log === undefined ? null : openSync(log, 'a');
    this.#process = spawn(program, args, {
      env: { ...systemEnvironment, ...env },
      stdio: ['ignore', output ?? 'ignore', output ?? 'inherit'],
    });
    if (output !== null) closeSync(output);
    process.once('exit', () => this.#process.kill('SIGKILL'));
  }

  /** Waits until it takes connections at a port of the loopback address. Error: when it ends before. */
  async listens(port: number): Promise<void> {
    while (!(await accepts(port))) {
      if (this.#hasEnded()) throw new Error(`${this.#program} did not start.`);
      await wait(50);
    }
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (this.#hasEnded()) return;
    const ended = once(this.#process, 'exit');
    this.#process.kill(signal);
    await ended;
  }

  #hasEnded(): boolean {
    return this.#process.exitCode !== null || this.#process.signalCode !== null;
  }
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  return await once(socket, 'connect')
    .then(
      () => true,
      () => false,
    )
    .finally(() => socket.destroy());
}
