import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text as readAll } from 'node:stream/consumers';
import { interrupted, wrongUse } from './problems.ts';

/** Results go to stdout; questions, progress and problems go to stderr, so that a pipe carries only results. */
export class Terminal {
  readonly #quiet: boolean;
  readonly #signal: AbortSignal;

  constructor({ quiet, signal }: { quiet: boolean; signal: AbortSignal }) {
    this.#quiet = quiet;
    this.#signal = signal;
  }

  /** Where to show progress, and whether it may be redrawn in place; null when progress is not wanted. */
  get progress(): { stream: NodeJS.WritableStream; redraws: boolean } | null {
    return this.#quiet ? null : { stream: process.stderr, redraws: process.stderr.isTTY };
  }

  result(text: string): void {
    if (text !== '') process.stdout.write(`${printable(text)}\n`);
  }

  /** Writes an answer unchanged as it arrives: it is for a file or another program. */
  async stream(content: ReadableStream<Uint8Array>): Promise<void> {
    for await (const piece of content) {
      if (!process.stdout.write(piece)) await once(process.stdout, 'drain');
    }
  }

  note(text: string): void {
    process.stderr.write(`${printable(text)}\n`);
  }

  /** Prints a remark; left out with `--quiet` and `--json`. */
  remark(text: string): void {
    if (!this.#quiet) this.note(text);
  }

  /** Asks for a line of input. Error: `wrongUse` with the message `instead` where there is no terminal. */
  ask(question: string, instead: string): Promise<string> {
    return this.#answer({ question, instead, output: process.stderr });
  }

  /** As `ask`, without showing what is typed. */
  async askHidden(question: string, instead: string): Promise<string> {
    // Only the question is written; everything after it would be the echo of the answer.
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

  /** Asks for confirmation. Error: `wrongUse` unless it is given, here or by `--yes`. */
  async confirm(question: string, yes: boolean): Promise<void> {
    if (yes) return;
    const answer = await this.ask(
      `${question} [y/N] `,
      'There is no terminal to ask for confirmation: add --yes to confirm.',
    );
    if (!/^y(es)?$/i.test(answer.trim())) throw wrongUse('Not confirmed: nothing was done.');
  }

  /** All of standard input, without the line break at its end. */
  async standardInput(): Promise<string> {
    return (await readAll(process.stdin)).replace(/\r?\n$/, '');
  }

  /** Asks after readline has switched off the terminal's own echo: what is typed is then written to `output`. */
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

/**
 * Text without control characters, which could control the terminal: names come from packages and from other people.
 */
export const printable = (text: string): string => text.replace(/[^\P{Cc}\n]/gu, '\uFFFD');
