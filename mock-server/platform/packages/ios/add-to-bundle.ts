import { open } from 'node:fs/promises';
import { writeAligned } from '../android/signature/align-zip.ts';
import { PackageError } from '../package-error.ts';
import { FileWriter } from '../zip/file-writer.ts';
import { withZip } from '../zip/open-zip.ts';
import type { ZipEntry } from '../zip/zip-entry.ts';
import { findAppPath } from './bundle.ts';

/** A file to put into the main bundle of an iOS package. */
export interface BundleFile {
  /** Its path in the bundle. */
  path: string;
  data: Buffer;
}

/** `rwxr-xr-x`: what an entry gets whose maker kept no Unix mode. */
const usualMode = 0o100755;

/**
 * Writes an iOS package with these files in its main bundle to `target`, in place of files of the same names, and without
 * the sealed resources of that bundle's signature, which would not hold any more. Both files are streamed. Error:
 * PackageError for what is no iOS package.
 */
export async function addToBundle(
  source: string,
  target: string,
  additions: readonly BundleFile[],
): Promise<void> {
  await withZip(source, async (zip) => {
    const app = findAppPath(zip);
    if (app === null) throw new PackageError('no_manifest');
    const added = additions.map(({ path, data }) => ({ name: app + path, data }));
    const dropped = new Set(added.map(({ name }) => name));
    const entries = [...zip.entries.values()]
      .filter(({ name }) => !dropped.has(name) && !name.startsWith(`${app}_CodeSignature/`))
      .sort((a, b) => a.offset - b.offset)
      .map(withMode);
    const file = await open(target, 'w');
    try {
      await writeAligned(new FileWriter(file), zip, entries, added);
    } finally {
      await file.close();
    }
  });
}

const withMode = (entry: ZipEntry): ZipEntry =>
  entry.unixMode === 0 ? { ...entry, unixMode: usualMode } : entry;
