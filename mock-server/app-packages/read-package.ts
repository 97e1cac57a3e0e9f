import { apkManifest, bundleManifest, readApk } from './android/read-apk.ts';
import { findAppPath } from './ios/bundle.ts';
import { readIpa } from './ios/read-ipa.ts';
import { defaultLimits, type PackageLimits } from './limits.ts';
import { PackageError } from './package-error.ts';
import type { PackageInfo } from './package-info.ts';
import { showableText } from './text.ts';
import type { GuardedZip } from './zip/guarded-zip.ts';
import { checkLinks, refuseLinks } from './zip/links.ts';
import { withZip } from './zip/open-zip.ts';

export interface ReadOptions {
  /** The name of the uploaded file, used as the label of a package without one. It does not decide the kind of package. */
  fileName?: string;
  /** The time to compare expiry dates with; absent: now. */
  now?: Date;
  limits?: PackageLimits;
}

/** Files by which an archive of packages is told apart from a package. */
const innerApk = /\.apk$/i;

/**
 * Reads an .apk or .ipa file; its content decides which it is. Only a few small documents of it are read into memory.
 * Throws PackageError, with a sentence for the person who uploads, for every file that is refused.
 */
export async function readPackage(path: string, options: ReadOptions = {}): Promise<PackageInfo> {
  const { fileName, now = new Date(), limits = defaultLimits } = options;
  const info = await withZip(path, async (zip) => await readOpened(zip, now), limits);
  return { ...info, label: info.label ?? labelFromName(fileName) };
}

async function readOpened(zip: GuardedZip, now: Date): Promise<PackageInfo> {
  const appPath = zip.has(apkManifest) ? null : findAppPath(zip);
  if (appPath !== null) {
    await checkLinks(zip, appPath);
    return await readIpa(zip, now);
  }
  refuseLinks(zip);
  if (zip.has(apkManifest)) return await readApk(zip);
  if (zip.has(bundleManifest)) throw new PackageError('aab_not_supported');
  if (zip.names().some((name) => innerApk.test(name))) throw new PackageError('split_not_supported');
  throw new PackageError('no_manifest');
}

function labelFromName(fileName: string | undefined): string | null {
  return showableText(fileName?.replace(/^.*[\\/]/, '').replace(/\.(apk|ipa)$/i, '') ?? null);
}
