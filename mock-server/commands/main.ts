import { readConfig } from '../config.ts';
import { ConfigError } from '../settings/environment.ts';

const audit = () => import('./verify-audit.ts');
const keys = () => import('./rotate-keys.ts');
const blobs = () => import('./move-blobs.ts');

/**
 * Commands of the operator for the service's data, with or without a running service. Each returns its exit code, and
 * loads only what it needs.
 */
const commands: Readonly<Record<string, (words: readonly string[]) => Promise<number>>> = {
  'audit heads': async () => (await audit()).printHeads(readConfig(process.env)),
  'audit retire': async (words) => (await audit()).retireAudit(readConfig(process.env), words),
  'audit verify': async (words) => (await audit()).verifyAudit(readConfig(process.env), words),
  'blobs move': async (words) => (await blobs()).moveBlobs(readConfig(process.env), words),
  'blobs verify': async () => (await blobs()).verifyBlobs(readConfig(process.env)),
  'keys rotate': async () => (await keys()).rotateKeys(readConfig(process.env)),
  'keys renew': async () => (await keys()).renewKeys(readConfig(process.env)),
};

const usage = `Usage: appshelf-service COMMAND, with the service's environment

  audit heads    print where the chain of each organization ends now: keep it outside of the database, for audit verify --from
  audit retire   show which rows no key that is left can prove; with --before MOMENT, when that key was taken out, accept those from before as
                 unproven, so that they are deleted in their time
  audit verify   find rows of the audit log that were changed, removed or inserted in the database; with --from FILE (of audit heads, or a
                 log of the service) also a log that was put back to an earlier state
  blobs move to-bucket|to-disk
                 copy files and images between DATA_DIR and BLOB_URL, and verify them; continues where it stopped
  blobs verify   read every file and image, and compare it with its hash
  keys rotate    add a new secret key as the first, and encrypt and seal again what the older ones did
  keys renew     only encrypt and seal again, after you put a new key first in SECRET_KEY

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
