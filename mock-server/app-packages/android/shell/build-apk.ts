import type { HybridApp } from '../../hybrid-app.ts';
import { writeZip } from '../../zip/write-zip.ts';
import { writeBinaryXml } from '../resources/write-axml.ts';
import { type WrittenType, writeResourceTable } from '../resources/write-resource-table.ts';
import { shellClasses } from './classes.ts';
import { isEncrypted, networkSecurityConfig, shellManifest } from './manifest.ts';
import { shellStrings } from './strings.ts';

/**
 * The icon of the shell is declared for screens with this many dots per inch, the densest kind: 192 × 192 pixels are
 * its full size.
 */
const iconDensity = 640;
/** The width and height of the icon in pixels. */
export const shellIconPixels = 192;
const iconPath = 'res/mipmap-xxxhdpi-v4/icon.png';

const resources: readonly WrittenType[] = [
  {
    name: 'mipmap',
    resources: ['icon'],
    configurations: [{ density: iconDensity, values: [iconPath] }],
  },
  {
    name: 'string',
    resources: shellStrings.map(({ name }) => name),
    configurations: [
      { values: shellStrings.map(({ en }) => en) },
      { language: 'de', values: shellStrings.map(({ de }) => de) },
    ],
  },
];

const securityPath = 'res/xml/network_security.xml';
/** In an application at an `http:` address only. */
const securityResource: WrittenType = {
  name: 'xml',
  resources: ['network_security'],
  configurations: [{ values: [securityPath] }],
};

/** Builds the Android package of a hybrid application, without a signature. The same input gives the same bytes. */
export function buildHybridApk(app: HybridApp, iconPng: Buffer): Buffer {
  const types = isEncrypted(app) ? resources : [...resources, securityResource];
  const security = { name: securityPath, data: writeBinaryXml(networkSecurityConfig(app)) };
  return writeZip([
    // First, where its bytes are aligned, as devices require.
    { name: 'resources.arsc', data: writeResourceTable(app.identifier, types), stored: true },
    { name: 'AndroidManifest.xml', data: writeBinaryXml(shellManifest(app)) },
    { name: 'classes.dex', data: shellClasses() },
    { name: iconPath, data: iconPng, stored: true },
    ...(isEncrypted(app) ? [] : [security]),
  ]);
}
