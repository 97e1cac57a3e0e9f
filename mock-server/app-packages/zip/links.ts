import { posix } from 'node:path';
import { PackageError } from '../package-error.ts';
import type { GuardedZip } from './guarded-zip.ts';
import { isSymbolicLink } from './zip-entry.ts';

const maxTargetLength = 1024;

/**
 * Refuses symbolic links that lead out of `folder`, and files whose path contains a link. Error: PackageError
 * `unsafe_link`.
 */
export async function checkLinks(zip: GuardedZip, folder: string): Promise<void> {
  const links = [...zip.entries.values()].filter(isSymbolicLink);
  for (const { name, uncompressedSize } of links) {
    const target = uncompressedSize > maxTargetLength ? '' : await linkTarget(zip, name);
    const lead = posix.normalize(posix.join(posix.dirname(name), target));
    const safe = target !== '' && !target.startsWith('/') && !/[\0\\]/.test(target);
    if (!safe || !`${lead}/`.startsWith(folder)) throw new PackageError('unsafe_link', { entry: name });
  }
  const folders = new Set(links.map(({ name }) => name.replace(/\/$/, '')));
  if (folders.size === 0) return;
  for (const name of zip.names()) {
    for (let at = name.indexOf('/'); at !== -1; at = name.indexOf('/', at + 1)) {
      if (at < name.length - 1 && folders.has(name.slice(0, at))) {
        throw new PackageError('unsafe_link', { entry: name });
      }
    }
  }
}

/** The target of a symbolic link, which is its content. */
export const linkTarget = async (zip: GuardedZip, name: string): Promise<string> =>
  (await zip.read(name, maxTargetLength))?.toString('utf8') ?? '';

/** Refuses any symbolic link. Error: PackageError `symbolic_link`. */
export function refuseLinks(zip: GuardedZip): void {
  const link = [...zip.entries.values()].find(isSymbolicLink);
  if (link !== undefined) throw new PackageError('symbolic_link', { entry: link.name });
}
