import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text as readAll } from 'node:stream/consumers';
import { interruptedError, usageError } from './problems.ts';

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

  printResult(text: string): void {
    if (text !== '') process.stdout.write(`${stripControls(text)}\n`);
  }

  /** Writes an answer unchanged as it arrives: it is for a file or another program. */
  async stream(content: ReadableStream<Uint8Array>): Promise<void> {
    for await (const piece of content) {
      if (!process.stdout.write(piece)) await once(process.stdout, 'drain');
    }
  }

  printNote(text: string): void {
    process.stderr.write(`${stripControls(text)}\n`);
  }

  /** Prints a remark; left out with `--quiet` and `--json`. */
  printRemark(text: string): void {
    if (!this.#quiet) this.printNote(text);
  }

  /** Asks for a line of input. Error: `wrongUse` with the message `instead` where there is no terminal. */
  ask(question: string, instead: string): Promise<string> {
    return this.#answer({ question, instead, output: process.stderr });
  }

  /** As `ask`, without showing what is typed. */
  async askHidden(question: string, instead: string): Promise<string> {
    // Only the question is written; everything after it would be the echo of the answer.
    let requested = false;
    const output = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        if (!requested) process.stderr.write(chunk);
        requested ||= chunk.includes(question);
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
    if (!/^y(es)?$/i.test(answer.trim())) throw usageError('Not confirmed: nothing was done.');
  }

  /** All of standard input, without the line break at its end. */
  async standardInput(): Promise<string> {
    return (await readAll(process.stdin)).replace(/\r?\n$/, '');
  }

  /** Asks after readline has switched off the terminal's own echo: what is typed is then written to `output`. */
  async #answer(requested: {
    question: string;
    instead: string;
    output: NodeJS.WritableStream;
  }): Promise<string> {
    if (!process.stdin.isTTY) throw usageError(requested.instead);
    const lines = createInterface({ input: process.stdin, output: requested.output, terminal: true });
    const stopped = new Promise<never>((_resolve, reject) => {
      const stop = () => reject(interruptedError());
      lines.once('SIGINT', stop).once('close', stop);
      this.#signal.addEventListener('abort', stop, { once: true });
    });
    try {
      return await Promise.race([lines.question(requested.question), stopped]);
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
export const stripControls = (text: string): string => text.replace(/[^\P{Cc}\n]/gu, '\uFFFD');
