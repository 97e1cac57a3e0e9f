import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { serverFile } from '../../mock-server/launch/paths.ts';
import runtime from '../../mock-server/launch/runtime.json' with { type: 'json' };

/**
 * The built service or another program, run in its own process as the launcher does. It can be ended and started again
 * on the same data.
 */
export class ServiceProcess {
  readonly #environment: Record<string, string>;
  readonly #program: string;
  readonly #hear: ((line: string) => void) | undefined;
  #process: ChildProcess | null = null;

  /**
   * `environment` has its settings, in addition to the variables of this process. `hear` is called with each line of
   * its log.
   */
  constructor(environment: Record<string, string>, program = serverFile, hear?: (line: string) => void) {
    this.#program = program;
    this.#hear = hear;
    this.#environment = environment;
    // An interrupted run leaves no service running.
    process.once('exit', () => this.#process?.kill('SIGKILL'));
  }

  /** The process number; undefined while there is no process. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** Starts the service, also again after its end; resolves when it answers. Error: when it ends before. */
  async start(): Promise<void> {
    const env = { ...runtime.environment, ...process.env, ...this.#environment };
    this.#process = spawn(process.execPath, [...runtime.options, this.#program], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await ready(this.#process, this.#hear);
  }

  /** Ends the service as a supervisor does. */
  stop = (): Promise<void> => this.#end('SIGTERM');

  /** Kills the service in the middle of its work. */
  kill = (): Promise<void> => this.#end('SIGKILL');

  async #end(signal: NodeJS.Signals): Promise<void> {
    const running = this.#process;
    this.#process = null;
    if (running === null || running.exitCode !== null || running.signalCode !== null) return;
    const ended = once(running, 'exit');
    running.kill(signal);
    await ended;
  }
}

/** Waits for the line that the service writes when it listens. Error: when it ends before. */
function ready({ stdout }: ChildProcess, hear?: (line: string) => void): Promise<void> {
  if (stdout === null) throw new Error('The service has no output to read.');
  const lines = createInterface({ input: stdout });
  return new Promise((resolve, reject) => {
    lines.on('line', (line) => {
      hear?.(line);
      if (!line.includes('"msg":"ready"')) return;
      resolve();
      if (hear !== undefined) return;
      // Nobody reads the rest, so it is not split into lines.
      lines.close();
      stdout.resume();
    });
    lines.once('close', () => reject(new Error('The service ended before it listened.')));
  });
}
