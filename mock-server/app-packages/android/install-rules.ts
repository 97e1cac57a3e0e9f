import { showableText } from '../text.ts';
import type { GuardedZip } from '../zip/guarded-zip.ts';
import { storedMethod, type ZipEntry } from '../zip/zip-entry.ts';
import type { Manifest } from './manifest.ts';
import type { XmlElement } from './resources/axml.ts';

/** The compiled resources of a package. */
export const resourceTable = 'resources.arsc';
/** From these targets on, Android 11 and 12 apply rules of their own when they install. */
const targets = { storedResources: 30, exported: 31 };
const alignments = { resources: 4, library: 4096 };
const nativeLibrary = /^lib\/[^/]+\/[^/]+\.so$/;
const localHeaderBytes = 30;
/** Most libraries whose place is looked up. */
const maxLibraries = 500;
/** Components that need `android:exported` when other apps can start them by a filter. */
const components: ReadonlySet<string> = new Set(['activity', 'activity-alias', 'service', 'receiver']);

/** What current devices refuse of a package, whatever its signature is. */
export interface InstallProblems {
  /** The resource table is compressed or not aligned, at a target for which Android 11 refuses that. */
  resourcesPacked: boolean;
  /** Native libraries are compressed or not aligned, though the system shall use them from within the package. */
  librariesPacked: boolean;
  /** The package is the base of an app in parts. */
  splitRequired: boolean;
  /** The first component with a filter that does not say whether other apps may start it; Android 12 refuses that. */
  unexported: string | null;
}

/** Looks for what current devices refuse. */
export async function findInstallProblems(zip: GuardedZip, manifest: Manifest): Promise<InstallProblems> {
  const resources = zip.entries.get(resourceTable);
  // The codename of an unreleased system is newer than all of these.
  const target = manifest.targetSdk() ?? Number.POSITIVE_INFINITY;
  return {
    resourcesPacked:
      resources !== undefined &&
      target >= targets.storedResources &&
      !(await isMappable(zip, resources, alignments.resources)),
    librariesPacked: await hasPackedLibraries(zip, manifest),
    splitRequired: requiresSplits(manifest),
    unexported: target >= targets.exported ? unexportedComponent(manifest) : null,
  };
}

/** The files that devices want to use from within the package, so that they must not be compressed. */
export function mustBeStored(zip: GuardedZip, manifest: Manifest): ReadonlySet<string> {
  const names = extractsLibraries(manifest) ? [] : zip.names().filter((name) => nativeLibrary.test(name));
  return new Set([resourceTable, ...names]);
}

/** Whether the system unpacks native libraries when it installs; it does unless the manifest says otherwise. */
function extractsLibraries(manifest: Manifest): boolean {
  const application = manifest.application();
  return application === null || manifest.flag(application, 'extractNativeLibs') !== false;
}

async function hasPackedLibraries(zip: GuardedZip, manifest: Manifest): Promise<boolean> {
  if (extractsLibraries(manifest)) return false;
  const libraries = [...zip.entries.values()].filter(({ name }) => nativeLibrary.test(name));
  for (const library of libraries.slice(0, maxLibraries))
    if (!(await isMappable(zip, library, alignments.library))) return true;
  return false;
}

/** Whether an entry can be mapped into memory: stored, from an aligned place. */
async function isMappable(zip: GuardedZip, entry: ZipEntry, alignment: number): Promise<boolean> {
  if (entry.compressionMethod !== storedMethod) return false;
  const header = await zip.raw(entry.offset, entry.offset + localHeaderBytes);
  if (header.length < localHeaderBytes) return false;
  const start = entry.offset + localHeaderBytes + header.readUInt16LE(26) + header.readUInt16LE(28);
  return start % alignment === 0;
}

/** By the attributes that the system looks at, or the mark that Google's library for apps in parts looks at. */
function requiresSplits(manifest: Manifest): boolean {
  if (manifest.flag(manifest.root, 'isSplitRequired') === true) return true;
  // The system looks at this list since Android 13; one without any name requires nothing.
  if (/[^,\s]/.test(manifest.text(manifest.root, 'requiredSplitTypes') ?? '')) return true;
  const data = manifest.application()?.children.filter(({ name }) => name === 'meta-data') ?? [];
  return data.some(
    (element) =>
      manifest.text(element, 'name') === 'com.android.vending.splits.required' &&
      manifest.flag(element, 'value') === true,
  );
}

function unexportedComponent(manifest: Manifest): string | null {
  const isUnclear = (element: XmlElement) =>
    components.has(element.name) &&
    !element.attributes.has('exported') &&
    element.children.some(({ name }) => name === 'intent-filter');
  const found = manifest.application()?.children.find(isUnclear);
  return found === undefined ? null : (showableText(manifest.text(found, 'name')) ?? found.name);
}
