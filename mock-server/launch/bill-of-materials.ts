import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { root } from './paths.ts';

/** The npm that runs this, otherwise the one on the PATH. */
function getNpmCommand(): [command: string, ...args: string[]] {
  const running = process.env.npm_execpath;
  return running && basename(running).startsWith('npm') ? [process.execPath, running] : ['npm'];
}

interface Lock {
  packages: Record<string, { dev?: true; devDependencies?: unknown }>;
}

/**
 * The lock file without packages that are only for development and tests. npm's own `--omit dev` would also leave out
 * packages that those share with the product.
 */
function filterLock(): { manifest: object; lock: Lock } {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(root, name), 'utf8'));
  const { devDependencies: _, ...manifest } = read('package.json') as { devDependencies: unknown };
  const lock = read('package-lock.json') as Lock;
  const packages = Object.entries(lock.packages).filter(([, { dev }]) => dev !== true);
  lock.packages = Object.fromEntries(packages);
  delete lock.packages['']?.devDependencies;
  return { manifest, lock };
}

/**
 * The packages of the product by the lock file, as CycloneDX in JSON: names, versions, hashes and licences. Error: npm
 * can't be started, or its own error.
 */
export function buildBillOfMaterials(): string {
  const [npm, ...args] = getNpmCommand();
  const output = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];
  const { manifest, lock } = filterLock();
  const cwd = mkdtempSync(join(tmpdir(), 'appshelf-bill-'));
  try {
    writeFileSync(join(cwd, 'package.json'), JSON.stringify(manifest));
    writeFileSync(join(cwd, 'package-lock.json'), JSON.stringify(lock));
    const ended = spawnSync(npm, [...args, ...output], { cwd, encoding: 'utf8' });
    if (ended.status === 0) return ended.stdout;
    throw new Error(`npm could not list the packages: ${ended.error?.message ?? ended.stderr}`);
  } finally {
    rmSync(cwd, { recursive: true });
  }
}
