import { posix } from 'node:path';
import { parsePlist } from '../formats/plist/plist.ts';
import { type PlistDictionary, plistText } from '../formats/plist/plist-value.ts';
import { documentBytes } from '../limits.ts';
import { PackageError } from '../package-error.ts';
import type { GuardedZip } from '../zip/guarded-zip.ts';
import { isMachO } from './mach-o/load-commands.ts';

/**
 * A bundle of an app that contains code: the app itself, an extension, a watch app, an app clip, a framework, a
 * plug-in.
 */
export interface CodeBundle {
  /** Its folder, with a slash at the end. */
  path: string;
  bundleId: string;
  plist: PlistDictionary;
  /** The archive's name of its executable. */
  executable: string;
}

const bundleInfo = /^(.*\.(app|appex|framework|xpc|bundle|plugin|xctest)\/)Info\.plist$/;
/** Bundles that can't do without an executable. */
const programs = /\.(app|appex)\/$/;
const library = /\.(dylib|so)$/;
const maxBundles = 500;
const maxIdentifierLength = 255;

/** The bundles with code of the app at `appPath`, inner ones first, the app itself last. Errors: PackageError. */
export async function codeBundles(zip: GuardedZip, appPath: string): Promise<CodeBundle[]> {
  const paths = bundlePaths(zip, appPath);
  if (paths.length > maxBundles) throw new PackageError('too_complex');
  const found: CodeBundle[] = [];
  for (const path of paths) {
    const bundle = await readCodeBundle(zip, path);
    if (bundle !== null) found.push(bundle);
  }
  return found.sort((a, b) => depthOf(b.path) - depthOf(a.path) || (a.path < b.path ? -1 : 1));
}

/** Refuses an app with an extension, or an app inside, that has no executable. Error: PackageError `malformed_executable`. */
export function refuseEmptyPrograms(zip: GuardedZip, appPath: string, bundles: readonly CodeBundle[]): void {
  const empty = bundlePaths(zip, appPath).find(
    (path) => programs.test(path) && bundles.every((bundle) => bundle.path !== path),
  );
  if (empty !== undefined) throw new PackageError('malformed_executable', { entry: empty });
}

const bundlePaths = (zip: GuardedZip, appPath: string): string[] =>
  zip
    .names()
    .filter((name) => name.startsWith(appPath))
    .map((name) => bundleInfo.exec(name)?.[1])
    .filter((path) => path !== undefined);

const depthOf = (path: string): number => path.split('/').length;

/** A bundle with code; null for one that contains only resources. */
async function readCodeBundle(zip: GuardedZip, path: string): Promise<CodeBundle | null> {
  const plist = await readInfo(zip, path);
  const name = plist && plistText(plist, 'CFBundleExecutable');
  const executable = zip.nameOf(`${path}${name ?? ''}`);
  if (plist === null || name === null || name.includes('/')) return null;
  if (!(await startsAsMachO(zip, executable))) return null;
  const bundleId = plistText(plist, 'CFBundleIdentifier') ?? posix.basename(path);
  if (bundleId.length > maxIdentifierLength) throw new PackageError('invalid_identifier', { entry: path });
  return { path, bundleId, plist, executable };
}

/**
 * The Info.plist of a bundle; null when it is no property list: bundles of resources may have any file of that name.
 */
async function readInfo(zip: GuardedZip, path: string): Promise<PlistDictionary | null> {
  const bytes = await zip.read(`${path}Info.plist`, documentBytes.plist);
  try {
    return bytes === null ? null : parsePlist(bytes, 'malformed_manifest', zip.budget);
  } catch (error) {
    if (error instanceof PackageError && error.code === 'malformed_manifest') return null;
    throw error;
  }
}

const startsAsMachO = async (zip: GuardedZip, name: string): Promise<boolean> =>
  isMachO(await zip.readSlice(name, 0, 4));

/** Whether a file is a library that lies directly in a bundle, without a bundle of its own. */
export const isLooseLibrary = async (zip: GuardedZip, name: string): Promise<boolean> =>
  library.test(name) && (await startsAsMachO(zip, name));

/** Whether a bundle runs as a program of its own, which needs a provisioning profile. */
export const isProgramBundle = ({ path }: CodeBundle): boolean => programs.test(path);

/** The innermost bundle that contains a file; null outside of all bundles. */
export function ownerOf(name: string, byPath: ReadonlyMap<string, CodeBundle>): CodeBundle | null {
  for (let end = name.lastIndexOf('/'); end !== -1; end = name.lastIndexOf('/', end - 1)) {
    const owner = byPath.get(name.slice(0, end + 1));
    if (owner !== undefined) return owner;
    if (end === 0) break;
  }
  return null;
}
