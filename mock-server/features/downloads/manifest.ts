import { build } from 'plist';
import type { Package } from './package.ts';

/** A package with the absolute addresses that a manifest gives for it. */
export interface ManifestItem {
  package: Package;
  fileUrl: string;
  iconUrl: string;
}

/** Minimum lifetime (ms) of the links of a manifest, and the bandwidth (bytes per second) assumed for longer ones. */
const shortest = 15 * 60_000;
const slowLine = 64 * 1024;
const longest = 24 * 60 * 60_000;

/** Lifetime (ms) of the links of a manifest: enough for all its files, because devices fetch one after the other. */
export const manifestLifetime = (bytes: number): number =>
  Math.min(longest, shortest + Math.ceil((bytes / slowLine) * 1000));

/** The property list that iOS installs from; document 3, Downloads and installs. Without items the array is empty. */
export const manifest = (items: readonly ManifestItem[]): string => build({ items: items.map(item) });

function item({ package: file, fileUrl, iconUrl }: ManifestItem) {
  const image = (kind: string) => ({ kind, 'needs-shine': false, url: iconUrl });
  return {
    assets: [{ kind: 'software-package', url: fileUrl }, image('full-size-image'), image('display-image')],
    metadata: {
      'bundle-identifier': file.bundleId ?? '',
      'bundle-version': xmlText(file.bundleVersion),
      kind: 'software',
      subtitle: xmlText(file.subtitle),
      title: xmlText(file.title),
    },
  };
}

/** A text without the characters that XML allows in no form; XML 1.0, section 2.2. */
const xmlText = (text: string): string =>
  text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
