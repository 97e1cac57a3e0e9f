import { readConfig } from '../config.ts';
import { setPrivateUmask } from '../platform/own-files.ts';
import { describeStartFailure } from '../settings/start-failures.ts';

const runAudit = () => import('./verify-audit.ts');
const runKeys = () => import('./rotate-keys.ts');
const runBlobs = () => import('./move-blobs.ts');

/**
 * Commands of the operator for the service's data, with or without a running service. Each returns its exit code, and
 * loads only what it needs.
 */
const commands: Readonly<Record<string, (words: readonly string[]) => Promise<number>>> = {
  'audit heads': async () => (await runAudit()).printHeads(readConfig(process.env)),
  'audit verify': async (words) => (await runAudit()).verifyAudit(readConfig(process.env), words),
  'blobs move': async (words) => (await runBlobs()).moveBlobs(readConfig(process.env), words),
  'blobs verify': async () => (await runBlobs()).verifyBlobs(readConfig(process.env)),
  'keys accept': async () => (await runKeys()).acceptKey(readConfig(process.env)),
  'keys rotate': async () => (await runKeys()).rotateKeys(readConfig(process.env)),
  'keys renew': async () => (await runKeys()).renewKeys(readConfig(process.env)),
};

const usage = `Usage: appshelf-service COMMAND, with the service's environment

  audit heads    print where the chain of each organization ends now; store it outside of the database, for audit verify --from
  audit verify   find rows of the audit log that were changed, removed or inserted in the database; with --from FILE (the output of
                 audit heads, or a log of the service), also find out whether the log was put back to an earlier state
  blobs move to-bucket|to-disk
                 copy files and images between DATA_DIR and BLOB_URL, and verify them; a new start continues where it was stopped
  blobs verify   read every file and image, and compare it with its hash
  keys accept    let the service start with a new secret key, because all others are lost
  keys rotate    add a new secret key as the first one, and encrypt again what was encrypted with older keys
  keys renew     only encrypt again, after you have put a new key first in SECRET_KEY

Exit codes: 0 done, nothing found; 1 something was found, or the command failed; 2 wrong usage.
`;

const [group = '', verb = '', ...words] = process.argv.slice(2);
const command = commands[`${group} ${verb}`];
if (command === undefined) {
  process.stderr.write(usage);
  process.exitCode = 2;
} else {
  // A command may create the first files of the data directory. Where a web server sends downloads, the operator changes
  // the permissions of its folder by hand.
  setPrivateUmask();
  process.exitCode = await command(words).catch((error: unknown) => {
    process.stderr.write(`${describeStartFailure(error) ?? String((error as Error).stack)}\n`);
    return 1;
  });
}
