import { ConfigError, readConfig } from '../config.ts';
import { renewKeys, rotateKeys } from './rotate-keys.ts';
import { verifyAudit } from './verify-audit.ts';

/** What an operator does with the service's data, beside or without the running service. Each returns its exit code. */
const commands: Readonly<Record<string, (words: readonly string[]) => Promise<number>>> = {
  'audit verify': () => verifyAudit(readConfig(process.env)),
  'keys rotate': () => rotateKeys(readConfig(process.env)),
  'keys renew': () => renewKeys(readConfig(process.env)),
};

const usage = `Usage: appshelf-service COMMAND, with the service's environment

  audit verify   find rows of the audit log that were changed, removed or inserted in the database
  keys rotate    put a new secret key before the others, and encrypt anew what was encrypted with those
  keys renew     only encrypt anew, after a new key was put into SECRET_KEY by hand

Exit codes: 0 done, and nothing found; 1 something was found, or it failed; 2 wrong use.
`;

const [group = '', verb = '', ...words] = process.argv.slice(2);
const command = commands[`${group} ${verb}`];
if (command === undefined) {
  process.stderr.write(usage);
  process.exitCode = 2;
} else {
  process.exitCode = await command(words).catch((error: unknown) => {
    const clear = error instanceof ConfigError;
    process.stderr.write(`${clear ? error.message : String((error as Error).stack)}\n`);
    return 1;
  });
}
