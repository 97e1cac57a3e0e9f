import type { Service } from './service.ts';
import type { Terminal } from './terminal.ts';

/** `--name`: an option without a value. */
export interface Flag {
  type: 'boolean';
  /** One letter, for `-h`. */
  short?: string;
  help: string;
}

/** `--name VALUE`: an option with a value; one that is `multiple` may be repeated. */
export interface Value {
  type: 'string';
  /** The name of the value in the help. */
  value: string;
  help: string;
  multiple?: boolean;
}

export type Options = Readonly<Record<string, Flag | Value>>;

/** The value given for each option. */
export type OptionValues<O extends Options> = {
  [K in keyof O]: O[K] extends Flag
    ? boolean
    : O[K] extends { multiple: true }
      ? string[]
      : string | undefined;
};

/** What is passed to a command when it runs. */
export interface Call<O extends Options> {
  operands: readonly string[];
  options: OptionValues<O>;
  terminal: Terminal;
  /** The service, called as the signed-in user. Error: `notAllowed` when nobody is signed in. */
  signedIn(): Promise<Service>;
  signal: AbortSignal;
}

/** The result of a command: as text for people and, with `--json`, for programs. */
export interface Outcome {
  text: string;
  json: unknown;
  /** A sentence for each object that was refused, when there were several. */
  failures?: readonly string[];
}

export interface Command {
  /** As it is typed: `apps list`. */
  name: string;
  summary: string;
  /**
   * `APP` is required, `[APP]` is optional, `APP...` means one or more; only the last operand may have one of the
   * latter two forms.
   */
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
export function defineCommand<const O extends Options>(declared: Declared<O>): Command {
  return {
    operands: [],
    options: {},
    examples: [],
    ...declared,
    // The cast is safe: the options were read by the same declaration that types them.
    run: (call) => declared.run(call as Call<O>),
  };
}
