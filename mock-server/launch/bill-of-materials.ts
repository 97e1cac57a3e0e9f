import { spawnSync } from 'node:child_process';
import { basename } from 'node:path';
import { root } from './paths.ts';

/** The npm that runs this, else the one on the PATH. */
function npmCommand(): [command: string, ...args: string[]] {
  const running = process.env.npm_execpath;
  return running && basename(running).startsWith('npm') ? [process.execPath, running] : ['npm'];
}

/**
 * The packages of the product, by the lock file, as CycloneDX in JSON: names, versions, hashes and licences. Packages that only develop and test it are left
 * out. Error: npm can't be started, or says why it can't tell.
 */
export function billOfMaterials(): string {
  const [npm, ...args] = npmCommand();
  const asked = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];
  const ended = spawnSync(npm, [...args, ...asked, '--omit', 'dev'], { cwd: root, encoding: 'utf8' });
  if (ended.status === 0) return ended.stdout;
  throw new Error(`npm could not list the packages: ${ended.error?.message ?? ended.stderr}`);
}
