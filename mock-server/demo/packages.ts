import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import type { DemoApplication } from './applications.ts';
import { buildIpa } from './build-ipa.ts';
import { drawPixels } from './draw.ts';

/** A package file to publish, with a note of what changed in it. */
export interface PackageSource {
  bytes: Uint8Array;
  name: string;
  note?: string;
}

/**
 * The packages of an application, oldest version first; empty for an application without packages. Null when they are not
 * installed: the Android ones come with npm packages for development, which a production install leaves out.
 */
export async function listPackages({ source, look, name }: DemoApplication): Promise<PackageSource[] | null> {
  if (source.kind === 'apk') {
    const path = findInstalledFile(source.file);
    const bytes = path === null ? null : await readFile(path).catch(() => null);
    return bytes && [{ bytes, name: basename(source.file) }];
  }
  if (source.kind !== 'ipa') return [];
  const icon = look && (await drawPixels(look, 120));
  return source.versions.map(({ num, note }, at) => ({
    bytes: buildIpa({
      bundleId: source.bundleId,
      version: num,
      build: String(at + 1),
      name: name ?? source.bundleId,
      minOs: '14.0',
      devices: [1, 2],
      icon,
      profile: null,
    }),
    name: `${source.bundleId}-${num}.ipa`,
    note,
  }));
}

/** A file inside an installed npm package, or null when the package is not installed. */
function findInstalledFile(file: string): string | null {
  const [packageName = '', ...rest] = file.split('/');
  try {
    const manifest = createRequire(import.meta.url).resolve(`${packageName}/package.json`);
    return join(dirname(manifest), ...rest);
  } catch {
    return null;
  }
}
