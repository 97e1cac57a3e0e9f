import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { systemEnvironment } from '../run/installed.ts';

/** A server program of the system in its own process, which ends at the latest with this one. */
export class SystemServer {
  readonly #program: string;
  readonly #process: ChildProcess;

  /** The server's output goes to the file `log`; without one, its errors go to the output of this process. */
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

  /** Waits until the server accepts connections at a port of loopback. Error: when it ends before. */
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
