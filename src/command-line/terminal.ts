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
    if (text !== '') process.stdout.write(`${printable(text)}\n`);
  }

  note(text: string): void {
    process.stderr.write(`${printable(text)}\n`);
  }

  /** What is good to know, unless only the result is wanted. */
  remark(text: string): void {
    if (!this.#quiet) this.note(text);
  }

  /** A line that somebody types. Error: `wrongUse` with `instead` where nobody can be asked. */
  ask(question: string, instead: string): Promise<string> {
    return this.#answer({ question, instead, output: process.stderr });
  }

  /** The same, without showing what is typed. */
  async askHidden(question: string, instead: string): Promise<string> {
    // The first thing written is the question; what follows would be the answer.
    let asked = false;
    const output = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        if (!asked) process.stderr.write(chunk);
        asked ||= chunk.includes(question);
        done();
      },
    });
    const answer = await this.#answer({ question, instead, output });
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

  /** Asks when the terminal has stopped showing by itself what is typed: from then on it is `output` that does. */
  async #answer(asked: {
    question: string;
    instead: string;
    output: NodeJS.WritableStream;
  }): Promise<string> {
    if (!process.stdin.isTTY) throw wrongUse(asked.instead);
    const lines = createInterface({ input: process.stdin, output: asked.output, terminal: true });
    const stopped = new Promise<never>((_resolve, reject) => {
      const stop = () => reject(interrupted());
      lines.once('SIGINT', stop).once('close', stop);
      this.#signal.addEventListener('abort', stop, { once: true });
    });
    try {
      return await Promise.race([lines.question(asked.question), stopped]);
    } catch (fault) {
      process.stderr.write('\n');
      throw fault;
    } finally {
      stopped.catch(() => undefined);
      lines.close();
    }
  }
}

/** Names come from packages and from other people: what would steer the terminal is shown as a question mark. */
export const printable = (text: string): string => text.replace(/[^\P{Cc}\n]/gu, '\uFFFD');
