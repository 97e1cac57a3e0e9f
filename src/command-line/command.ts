import type { Service } from './service.ts';
import type { Terminal } from './terminal.ts';

/** `--name`; there or not. */
export interface Flag {
  type: 'boolean';
  /** One letter, for `-h`. */
  short?: string;
  help: string;
}

/** `--name VALUE`; `multiple` may come several times. */
export interface Value {
  type: 'string';
  /** What the help calls the value. */
  value: string;
  help: string;
  multiple?: boolean;
}

export type Options = Readonly<Record<string, Flag | Value>>;

/** What was given for each option. */
export type Given<O extends Options> = {
  [K in keyof O]: O[K] extends Flag
    ? boolean
    : O[K] extends { multiple: true }
      ? string[]
      : string | undefined;
};

/** What a command has to work with. */
export interface Call<O extends Options> {
  operands: readonly string[];
  options: Given<O>;
  terminal: Terminal;
  /** The service as who is signed in. Error: `NotSignedIn`. */
  signedIn(): Promise<Service>;
  signal: AbortSignal;
}

/** What a command says at its end: the same for people and, with `--json`, for programs. */
export interface Outcome {
  text: string;
  json: unknown;
  /** What of several things was refused, a sentence each. */
  failures?: readonly string[];
}

export interface Command {
  /** As typed, with a space: `apps list`. */
  name: string;
  summary: string;
  /** `APP` is needed, `[APP]` may be left out, and `APP...` is one or more; only the last may be one of the latter two. */
  operands: readonly string[];
  options: Options;
  examples: readonly string[];
  run(call: Call<Options>): Promise<Outcome>;
}

interface Declared<O extends Options> {
  name: string;
  summary: string;
  operands?: readonly string[];
  options?: O;
  examples?: readonly string[];
  run(call: Call<O>): Promise<Outcome>;
}

/** Declares a command; its options are typed for it. */
export function command<const O extends Options>(declared: Declared<O>): Command {
  return {
    operands: [],
    options: {},
    examples: [],
    ...declared,
    // The options were read by the very declaration that types them.
    run: (call) => declared.run(call as Call<O>),
  };
}
