import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text as readAll } from 'node:stream/consumers';
import { interrupted, wrongUse } from './problems.ts';

/** Results go to stdout; questions, progress and problems to stderr, so that a pipe carries results alone. */
export class Terminal {
  readonly #quiet: boolean;
  readonly #signal: AbortSignal;

  constructor({ quiet, signal }: { quiet: boolean; signal: AbortSignal }) {
    this.#quiet = quiet;
    this.#signal = signal;
  }

  /** Where progress may be drawn over itself; null where it is better left out. */
  get progress(): { stream: NodeJS.WritableStream; redraws: boolean } | null {
    return this.#quiet ? null : { stream: process.stderr, redraws: process.stderr.isTTY };
  }

  result(text: string): void {
    if (text !== '') process.stdout.write(`${text}\n`);
  }

  note(text: string): void {
    process.stderr.write(`${text}\n`);
  }

  /** A line that somebody types. Error: `wrongUse` with `instead` where nobody can be asked. */
  ask(question: string, instead: string): Promise<string> {
    return this.#ask(question, instead, process.stderr);
  }

  /** The same, without showing what is typed. */
  async askHidden(question: string, instead: string): Promise<string> {
    const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
    if (process.stdin.isTTY) process.stderr.write(question);
    const answer = await this.#ask('', instead, silent);
    process.stderr.write('\n');
    return answer;
  }

  /** Asks before something is lost. Error: `wrongUse` unless it was agreed to, here or by `--yes`. */
  async confirm(question: string, yes: boolean): Promise<void> {
    if (yes) return;
    const answer = await this.ask(`${question} [y/N] `, 'Nobody can be asked here: add --yes to agree.');
    if (!/^y(es)?$/i.test(answer.trim())) throw wrongUse('Nothing was done.');
  }

  /** All of standard input without its last line break. */
  async standardInput(): Promise<string> {
    return (await readAll(process.stdin)).replace(/\r?\n$/, '');
  }

  async #ask(question: string, instead: string, output: NodeJS.WritableStream): Promise<string> {
    if (!process.stdin.isTTY) throw wrongUse(instead);
    const lines = createInterface({ input: process.stdin, output, terminal: true });
    const stopped = new Promise<never>((_resolve, reject) => {
      const stop = () => reject(interrupted());
      lines.once('SIGINT', stop).once('close', stop);
      this.#signal.addEventListener('abort', stop, { once: true });
    });
    try {
      return await Promise.race([lines.question(question), stopped]);
    } finally {
      stopped.catch(() => undefined);
      lines.close();
    }
  }
}
