import packageFile from '../../package.json' with { type: 'json' };
import { getAccess } from './access.ts';
import { type Arguments, findCommand, readArguments } from './arguments.ts';
import type { Command, Options, OptionValues, Outcome } from './command.ts';
import { commands } from './commands.ts';
import { isNear } from './edit-distance.ts';
import { formatCommandHelp, formatProgramHelp, formatWordHelp } from './help.ts';
import { exitCodes, reportOf, usageError } from './problems.ts';
import { Service } from './service.ts';
import { stripControls, Terminal } from './terminal.ts';

/** Runs the command in the arguments; returns the exit code. `signal` interrupts it. */
export async function run(argv: readonly string[], signal: AbortSignal): Promise<number> {
  try {
    return await dispatch(argv, signal);
  } catch (fault) {
    const { code, sentence } = reportOf(fault);
    process.stderr.write(`appshelf: ${stripControls(sentence)}\n`);
    return code;
  }
}

async function dispatch(values: readonly string[], signal: AbortSignal): Promise<number> {
  const argv = values[0] === 'help' ? [...values.slice(1), '--help'] : values;
  const found = findCommand(commands, argv);
  if (found !== undefined) {
    return runCommand(found.command, readArguments(found.command, found.rest), signal);
  }
  const [first, ...others] = argv.filter((word) => word !== '--help' && word !== '-h');
  if (first === '--version' && others.length === 0) return print(packageFile.version);
  const asksForHelp = argv.includes('--help') || argv.includes('-h');
  if (!asksForHelp || (first !== undefined && prefix(argv) === '')) throw usageError(unknown(argv));
  const word = prefix(argv);
  if (word === '') return print(formatProgramHelp(commands));
  return print(
    formatWordHelp(
      word,
      commands.filter(({ name }) => name.startsWith(`${word} `)),
    ),
  );
}

function print(text: string): number {
  process.stdout.write(`${text}\n`);
  return exitCodes.ok.code;
}

/**
 * The word with which several commands begin, or ''. `apps --help` is the help of all commands that begin with `apps`.
 */
const prefix = ([first = '']: readonly string[]): string =>
  commands.some(({ name }) => name.startsWith(`${first} `)) ? first : '';

function unknown(argv: readonly string[]): string {
  if (argv.length === 0) return 'No command was given. See appshelf --help.';
  const words = argv.filter((word) => !word.startsWith('-')).slice(0, 2);
  const names = commands.map(({ name }) => name);
  const within = names.filter((name) => prefix(argv) !== '' && name.startsWith(prefix(argv)));
  const near = names.filter((name) => isNear(name, words.slice(0, name.split(' ').length).join(' ')));
  const intended = near.length > 0 ? near : within;
  const hint = intended.length > 0 ? ` Did you mean ${intended.join(', ')}?` : '';
  return `“${words.join(' ') || argv[0]}” is not a command.${hint} See appshelf --help.`;
}

async function runCommand(command: Command, { operands, options }: Arguments, signal: AbortSignal) {
  if (options.help === true) {
    return print(formatCommandHelp(command));
  }
  const json = options.json === true;
  const terminal = new Terminal({ quiet: json || options.quiet === true, signal });
  const org = typeof options.org === 'string' ? options.org : undefined;
  const signedIn = async () => new Service(await getAccess(), { org, signal });
  const values = options as OptionValues<Options>;
  return finish(await command.run({ operands, options: values, terminal, signedIn, signal }), terminal, json);
}

function finish({ text, json, failures = [] }: Outcome, terminal: Terminal, asJson: boolean): number {
  terminal.printResult(asJson ? toSafeJson(json) : text);
  for (const failure of failures) terminal.printNote(`appshelf: ${failure}`);
  return failures.length === 0 ? exitCodes.ok.code : exitCodes.refused.code;
}

/**
 * JSON with every control character escaped: `JSON.stringify` escapes only those of ASCII, and others can control a
 * terminal too.
 */
const toSafeJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(/\p{Cc}/gu, (character) =>
    character === '\n' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
