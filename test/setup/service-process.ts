import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { serverFile } from '../../mock-server/launch/paths.ts';
import runtime from '../../mock-server/launch/runtime.json' with { type: 'json' };

/** The service, as it was built or another program, run as the launcher does in a process of its own, which can end and come back on the same data. */
export class ServiceProcess {
  readonly #environment: Record<string, string>;
  readonly #program: string;
  readonly #hear: ((line: string) => void) | undefined;
  #process: ChildProcess | null = null;

  /** `environment`: its settings, beside those of this process. `hear` is told each line of its log. */
  constructor(environment: Record<string, string>, program = serverFile, hear?: (line: string) => void) {
    this.#program = program;
    this.#hear = hear;
    this.#environment = environment;
    // A run that is broken off leaves no service behind.
    process.once('exit', () => this.#process?.kill('SIGKILL'));
  }

  /** The number of its process; undefined while there is none. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** Starts it, also again after its end; done when it answers. Error: when it ends before. */
  async start(): Promise<void> {
    const env = { ...runtime.environment, ...process.env, ...this.#environment };
    this.#process = spawn(process.execPath, [...runtime.options, this.#program], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await ready(this.#process, this.#hear);
  }

  /** Ends it as a supervisor does. */
  stop = (): Promise<void> => this.#end('SIGTERM');

  /** Ends it in the middle of whatever it does. */
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
      // Nobody hears the rest: splitting it into lines is not worth the work.
      lines.close();
      stdout.resume();
    });
    lines.once('close', () => reject(new Error('The service ended before it listened.')));
  });
}
