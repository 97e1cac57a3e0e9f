import { commonOptions } from './arguments.ts';
import type { Command, Flag, Options, Value } from './command.ts';
import { exitCodes } from './problems.ts';
import { formatColumns } from './table.ts';

const environment = [
  ['APPSHELF_URL', 'address of the service, in place of the one you signed in to'],
  ['APPSHELF_TOKEN', 'API token, in place of the one that login keeps'],
  ['APPSHELF_PASSWORD', 'password that login uses'],
];

/** The help of the whole program. */
export function formatProgramHelp(commands: readonly Command[]): string {
  return sections({
    'Usage: appshelf COMMAND [OPTIONS]': ["Publishes to and manages an organization's app store."],
    Commands: formatCommands(commands),
    'Options of every command': formatOptions(commonOptions),
    'Other uses': formatColumns([
      ['help COMMAND', 'print the help of a command, as COMMAND --help does'],
      ['--version', 'print the version of this program'],
    ]),
    Environment: formatColumns(environment),
    'Exit codes': formatColumns(Object.values(exitCodes).map(({ code, meaning }) => [String(code), meaning])),
  });
}

/** The help of the commands that begin with the same word. */
export function formatWordHelp(word: string, commands: readonly Command[]): string {
  return sections({
    [`Usage: appshelf ${word} COMMAND [OPTIONS]`]: [
      `appshelf ${word} COMMAND --help has a command's own options.`,
    ],
    Commands: formatCommands(commands),
    'Options of every command': formatOptions(commonOptions),
  });
}

const formatCommands = (commands: readonly Command[]): string[] =>
  formatColumns(commands.map(({ name, operands, summary }) => [[name, ...operands].join(' '), summary]));

export function formatCommandHelp({ name, operands, summary, options, examples }: Command): string {
  return sections({
    [['Usage: appshelf', name, ...operands, '[OPTIONS]'].join(' ')]: [`${summary}.`],
    Options: formatOptions(options),
    'Options of every command': formatOptions(commonOptions),
    Examples: [...examples],
  });
}

const formatOptions = (options: Options): string[] =>
  formatColumns(
    Object.entries(options).map(([name, option]) => [
      formatOptionName(name, option),
      option.type === 'string' && option.multiple ? `${option.help} (may be repeated)` : option.help,
    ]),
  );

function formatOptionName(name: string, option: Flag | Value): string {
  if (option.type === 'string') return `--${name} ${option.value}`;
  return option.short === undefined ? `--${name}` : `-${option.short}, --${name}`;
}

const sections = (parts: Record<string, readonly string[]>): string =>
  Object.entries(parts)
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => [title, ...lines.map((line) => `  ${line}`)].join('\n'))
    .join('\n\n');
