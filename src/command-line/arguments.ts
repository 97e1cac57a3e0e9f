import { parseArgs } from 'node:util';
import type { Command, Flag, Options, Value } from './command.ts';
import { usageError } from './problems.ts';

/** Options of every command. */
export const commonOptions = {
  org: { type: 'string', value: 'ORG_ID', help: 'act on an organization below your own' },
  json: { type: 'boolean', help: 'print the result as JSON, and nothing else' },
  quiet: { type: 'boolean', help: 'print no progress' },
  help: { type: 'boolean', short: 'h', help: 'print this help' },
} as const satisfies Options;

export interface Arguments {
  operands: string[];
  options: Record<string, string | string[] | boolean | undefined>;
}

/** The command with the longest name that the arguments begin with, and the arguments after it. */
export function findCommand(commands: readonly Command[], argv: readonly string[]) {
  const fitting = commands.filter(({ name }) => name.split(' ').every((word, index) => argv[index] === word));
  const [command] = fitting.sort((one, other) => other.name.length - one.name.length);
  return command && { command, rest: argv.slice(command.name.split(' ').length) };
}

/** Reads options and operands as the command declares them. Error: `wrongUse`, which says what is wrong. */
export function readArguments(command: Command, rest: readonly string[]): Arguments {
  const declared: Options = { ...command.options, ...commonOptions };
  const { values, positionals } = parseOptions(declared, rest, command.name);
  const options: Arguments['options'] = {};
  for (const [name, option] of Object.entries(declared))
    options[name] = values[name] ?? findMissingOption(option);
  if (options.help !== true) checkCount(command, positionals);
  return { operands: positionals, options };
}

function parseOptions(declared: Options, rest: readonly string[], name: string) {
  try {
    return parseArgs({ args: [...rest], options: declared, allowPositionals: true, strict: true });
  } catch (error) {
    const statement = error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error);
    throw usageError(`${statement}. See appshelf ${name} --help.`, error);
  }
}

function findMissingOption(option: Flag | Value): false | string[] | undefined {
  if (option.type === 'boolean') return false;
  return option.multiple ? [] : undefined;
}

function checkCount({ name, operands }: Command, values: readonly string[]): void {
  const minCount = operands.filter((operand) => !operand.startsWith('[')).length;
  const maxCount = operands.some((operand) => operand.endsWith('...'))
    ? Number.POSITIVE_INFINITY
    : operands.length;
  if (values.length >= minCount && values.length <= maxCount) return;
  const wanted = operands.length === 0 ? 'nothing' : operands.join(' ');
  throw usageError(`${name} takes ${wanted}, and got ${values.length === 0 ? 'nothing' : values.join(' ')}.`);
}
