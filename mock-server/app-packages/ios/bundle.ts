import { parsePlist } from '../formats/plist/plist.ts';
import { type PlistDictionary, plistText } from '../formats/plist/plist-value.ts';
import { documentBytes } from '../limits.ts';
import { PackageError } from '../package-error.ts';
import type { GuardedZip } from '../zip/guarded-zip.ts';

/** A bundle in an archive: its folder (`Payload/Name.app/`) and the content of its Info.plist. */
export interface Bundle {
  path: string;
  bundleId: string;
  plist: PlistDictionary;
}

/** CFBundleIdentifier: letters, digits, hyphens and points; devices also take underscores. */
const bundleIdentifier = /^(?=.{1,155}$)[\w-]+(\.[\w-]+)*$/;
const mainBundle = /^(Payload\/[^/]+\.app\/)Info\.plist$/;

/** The folder of the app in an .ipa, null when the archive has none; more than one is refused. */
export function findAppPath(zip: GuardedZip): string | null {
  const paths = zip.names().map((name) => mainBundle.exec(name)?.[1]);
  const found = paths.filter((path) => path !== undefined);
  if (found.length > 1) throw new PackageError('malformed_manifest', { entry: found[1] ?? '' });
  return found[0] ?? null;
}

export async function readBundle(zip: GuardedZip, path: string): Promise<Bundle> {
  const bytes = await zip.read(`${path}Info.plist`, documentBytes.plist);
  if (bytes === null) throw new PackageError('no_manifest');
  const plist = parsePlist(bytes, 'malformed_manifest', zip.budget);
  const bundleId = plistText(plist, 'CFBundleIdentifier') ?? '';
  if (!bundleIdentifier.test(bundleId)) throw new PackageError('invalid_identifier', { entry: path });
  return { path, bundleId, plist };
}

/**
 * The archive's name for the bundle's executable; refuses a bundle that names none, or one that it does not contain.
 */
export function executableOf(zip: GuardedZip, bundle: Bundle): string {
  const name = zip.nameOf(`${bundle.path}${plistText(bundle.plist, 'CFBundleExecutable') ?? ''}`);
  if (!zip.has(name)) throw new PackageError('malformed_executable', { entry: name });
  return name;
}
