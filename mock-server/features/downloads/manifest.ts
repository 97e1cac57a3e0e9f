import { build } from 'plist';
import type { Package } from './package.ts';

/** A package with the absolute addresses that a manifest gives for it. */
export interface ManifestItem {
  package: Package;
  fileUrl: string;
  iconUrl: string;
}

/** Minimum lifetime (ms) of the file links inside a manifest, and the bandwidth (bytes per second) assumed for longer ones. */
const minLifetimeMs = 15 * 60_000;
const slowBytesPerSecond = 64 * 1024;
const maxLifetimeMs = 24 * 60 * 60_000;

/** Lifetime (ms) of the links of a manifest: enough for all its files, because devices fetch one after the other. */
export const getManifestLifetime = (bytes: number): number =>
  Math.min(maxLifetimeMs, minLifetimeMs + Math.ceil((bytes / slowBytesPerSecond) * 1000));

/** The property list that iOS installs from; document 3, Downloads and installs. Without items the array is empty. */
export const formatManifest = (items: readonly ManifestItem[]): string =>
  build({ items: items.map(formatItem) });

function formatItem({ package: file, fileUrl, iconUrl }: ManifestItem) {
  const formatImage = (kind: string) => ({ kind, 'needs-shine': false, url: iconUrl });
  return {
    assets: [
      { kind: 'software-package', url: fileUrl },
      formatImage('full-size-image'),
      formatImage('display-image'),
    ],
    metadata: {
      'bundle-identifier': file.bundleId ?? '',
      'bundle-version': toXmlText(file.bundleVersion),
      kind: 'software',
      subtitle: toXmlText(file.subtitle),
      title: toXmlText(file.title),
    },
  };
}

/** A text without the characters that XML allows in no form; XML 1.0, section 2.2. */
const toXmlText = (text: string): string =>
  text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
