import { currentAccess } from './access.ts';
import { type Arguments, findCommand, readArguments } from './arguments.ts';
import type { Command, Given, Options, Outcome } from './command.ts';
import { commands } from './commands.ts';
import { commandHelp, programHelp } from './help.ts';
import { exitCodes, reportOf, wrongUse } from './problems.ts';
import { Service } from './service.ts';
import { Terminal } from './terminal.ts';

/** Runs what the arguments ask for; answers the exit code. `signal` interrupts it. */
export async function run(argv: readonly string[], signal: AbortSignal): Promise<number> {
  try {
    return await dispatch(argv, signal);
  } catch (fault) {
    const { code, sentence } = reportOf(fault);
    process.stderr.write(`appshelf: ${sentence}\n`);
    return code;
  }
}

async function dispatch(argv: readonly string[], signal: AbortSignal): Promise<number> {
  const found = findCommand(commands, argv);
  if (found !== undefined) {
    return runCommand(found.command, readArguments(found.command, found.rest), signal);
  }
  if (!argv.includes('--help')) throw wrongUse(unknown(argv));
  process.stdout.write(`${programHelp(commands.filter(({ name }) => name.startsWith(prefix(argv))))}\n`);
  return exitCodes.ok.code;
}

/** `apps --help` is the help for all that begins with `apps`. */
const prefix = ([first = '']: readonly string[]): string =>
  commands.some(({ name }) => name.startsWith(`${first} `)) ? first : '';

function unknown(argv: readonly string[]): string {
  const start = prefix(argv);
  const names = commands.map(({ name }) => name).filter((name) => name.startsWith(start));
  const given = argv.length === 0 ? 'No command was given' : `“${argv.join(' ')}” is not a command`;
  return `${given}. There are: ${names.join(', ')}. See appshelf --help.`;
}

async function runCommand(command: Command, { operands, options }: Arguments, signal: AbortSignal) {
  if (options.help === true) {
    process.stdout.write(`${commandHelp(command)}\n`);
    return exitCodes.ok.code;
  }
  const json = options.json === true;
  const terminal = new Terminal({ quiet: json || options.quiet === true, signal });
  const org = typeof options.org === 'string' ? options.org : undefined;
  const signedIn = async () => new Service(await currentAccess(), { org, signal });
  const given = options as Given<Options>;
  return finish(await command.run({ operands, options: given, terminal, signedIn, signal }), terminal, json);
}

function finish({ text, json, failures = [] }: Outcome, terminal: Terminal, asJson: boolean): number {
  terminal.result(asJson ? JSON.stringify(json, null, 2) : text);
  for (const failure of failures) terminal.note(`appshelf: ${failure}`);
  return failures.length === 0 ? exitCodes.ok.code : exitCodes.refused.code;
}
