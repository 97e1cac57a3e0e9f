import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.ts';

/** Files and folders that the build reads. */
const sources = [
  'index.html',
  'vite.config.ts',
  'package-lock.json',
  'contract/**',
  'mock-server/**',
  'public/**',
  'src/**',
];

/** SHA-256 over names and contents of the sources: the same tree gives the same value, in any folder. */
export function computeFingerprint(): string {
  const hash = createHash('sha256');
  for (const name of globSync(sources, { cwd: root }).sort()) {
    const file = join(root, name);
    if (existsSync(file) && statSync(file).isFile()) hash.update(`${name}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
}
