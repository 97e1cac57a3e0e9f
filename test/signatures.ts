/**
 * `npm run signatures`: whether the registry has signed the packages that are installed. Missing or wrong signatures are a failure; a registry that does not
 * answer, or that signs nothing, is none and is said: the hashes of the lock file were checked when they were installed.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const ended = spawnSync('npm', ['audit', 'signatures'], {
  cwd: join(import.meta.dirname, '..'),
  encoding: 'utf8',
  timeout: 120_000,
});
const reported = `${ended.stdout ?? ''}${ended.stderr ?? ''}`;
const isWrong = ended.status !== 0 && /(invalid|missing) (registry )?(signature|attestation)/.test(reported);
process.stdout.write(reported);
if (ended.status !== 0 && !isWrong) {
  process.stdout.write('The registry did not say anything about signatures: nothing was compared.\n');
}
process.exit(isWrong ? 1 : 0);
