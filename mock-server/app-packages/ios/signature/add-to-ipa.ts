import { open } from 'node:fs/promises';
import { PackageError } from '../../package-error.ts';
import { ArchiveWriter } from '../../zip/archive-writer.ts';
import { checkLinks } from '../../zip/links.ts';
import { withZip } from '../../zip/open-zip.ts';
import { findAppPath } from '../bundle.ts';
import { codeBundles } from '../code-bundles.ts';
import { type Addition, checkedAdditions } from './additions.ts';

/**
 * Adds files to the app of an iOS package and writes it to `target`, without a valid signature: its seal is left out.
 * Errors: PackageError.
 */
export async function addToIpa(
  source: string,
  target: string,
  additions: readonly Addition[],
): Promise<void> {
  await withZip(source, async (zip) => {
    const appPath = findAppPath(zip);
    if (appPath === null) throw new PackageError('no_manifest');
    await checkLinks(zip, appPath);
    const added = checkedAdditions(additions, appPath, await codeBundles(zip, appPath));
    const file = await open(target, 'w');
    try {
      const archive = new ArchiveWriter(file);
      for (const entry of zip.entries.values()) {
        const retained = !added.has(entry.name) && !entry.name.startsWith(`${appPath}_CodeSignature/`);
        if (retained) await archive.copy(zip, entry);
      }
      for (const [name, content] of added) await archive.add(name, content);
      await archive.finish();
    } finally {
      await file.close();
    }
  });
}
