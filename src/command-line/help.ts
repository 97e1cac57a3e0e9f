import { commonOptions } from './arguments.ts';
import type { Command, Flag, Options, Value } from './command.ts';
import { exitCodes } from './problems.ts';
import { columns } from './table.ts';

const environment = [
  ['APPSHELF_URL', 'address of the service, in place of the one you signed in to'],
  ['APPSHELF_TOKEN', 'API token, in place of the one that login keeps'],
  ['APPSHELF_PASSWORD', 'password that login uses'],
];

/** The help of the whole program. */
export function programHelp(commands: readonly Command[]): string {
  return sections({
    'Usage: appshelf COMMAND [OPTIONS]': ["Publishes to and manages an organization's app store."],
    Commands: commandLines(commands),
    'Options of every command': optionLines(commonOptions),
    'Other uses': columns([
      ['help COMMAND', 'print the help of a command, as COMMAND --help does'],
      ['--version', 'print the version of this program'],
    ]),
    Environment: columns(environment),
    'Exit codes': columns(Object.values(exitCodes).map(({ code, meaning }) => [String(code), meaning])),
  });
}

/** The help of the commands that begin with the same word. */
export function wordHelp(word: string, commands: readonly Command[]): string {
  return sections({
    [`Usage: appshelf ${word} COMMAND [OPTIONS]`]: [
      `appshelf ${word} COMMAND --help has a command's own options.`,
    ],
    Commands: commandLines(commands),
    'Options of every command': optionLines(commonOptions),
  });
}

const commandLines = (commands: readonly Command[]): string[] =>
  columns(commands.map(({ name, operands, summary }) => [[name, ...operands].join(' '), summary]));

export function commandHelp({ name, operands, summary, options, examples }: Command): string {
  return sections({
    [['Usage: appshelf', name, ...operands, '[OPTIONS]'].join(' ')]: [`${summary}.`],
    Options: optionLines(options),
    'Options of every command': optionLines(commonOptions),
    Examples: [...examples],
  });
}

const optionLines = (options: Options): string[] =>
  columns(
    Object.entries(options).map(([name, option]) => [
      optionName(name, option),
      option.type === 'string' && option.multiple ? `${option.help} (may be repeated)` : option.help,
    ]),
  );

function optionName(name: string, option: Flag | Value): string {
  if (option.type === 'string') return `--${name} ${option.value}`;
  return option.short === undefined ? `--${name}` : `-${option.short}, --${name}`;
}

const sections = (parts: Record<string, readonly string[]>): string =>
  Object.entries(parts)
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => [title, ...lines.map((line) => `  ${line}`)].join('\n'))
    .join('\n\n');
