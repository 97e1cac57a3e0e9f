import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../mock-server/launch/paths.ts';

/** Files that differ from the revision or are new, from the root of the checkout; without those that are gone. */
export function changedFiles(revision: string): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);
  const changed = git('diff', '--name-only', '-z', '--relative', revision);
  const added = git('ls-files', '--others', '--exclude-standard', '-z');
  return [...changed, ...added].filter((file) => existsSync(join(root, file)));
}
