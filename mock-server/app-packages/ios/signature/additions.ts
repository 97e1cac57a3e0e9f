import { posix } from 'node:path';
import { PackageError } from '../../package-error.ts';
import { type CodeBundle, ownerOf } from '../code-bundles.ts';

/** A file to add to the app's own bundle; one with the same path is replaced. */
export interface Addition {
  /** The path inside the bundle. */
  path: string;
  content: Uint8Array;
}

/** Files that are replaced or removed in every bundle that is signed. */
export const replaced = /^(_CodeSignature($|\/)|CodeResources$|embedded\.mobileprovision$)/;

/**
 * The additions by the archive's names. Error: PackageError `unsafe_path` for a path inside something that is signed
 * separately.
 */
export function checkedAdditions(
  additions: readonly Addition[],
  appPath: string,
  bundles: readonly CodeBundle[],
): Map<string, Buffer> {
  const byPath = new Map(bundles.map((bundle) => [bundle.path, bundle]));
  const named = new Map(additions.map(({ path, content }) => [appPath + path, Buffer.from(content)]));
  for (const name of named.keys()) {
    const relative = name.slice(appPath.length);
    const unsafe =
      relative === '' ||
      relative.endsWith('/') ||
      posix.normalize(name) !== name ||
      /[\0\\]/.test(name) ||
      replaced.test(relative) ||
      ownerOf(name, byPath)?.path !== appPath ||
      bundles.some(({ path, executable }) => name === executable || name === `${path}Info.plist`);
    if (unsafe) throw new PackageError('unsafe_path', { entry: name });
  }
  return named;
}
