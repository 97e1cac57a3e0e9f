import { type PlistDictionary, plistDictionary, plistTexts } from '../formats/plist/plist-value.ts';
import { cgbiToPng, isCgbi } from '../formats/png/cgbi.ts';
import { isPng, pngHeaderBytes, pngSize } from '../formats/png/png.ts';
import { toPng } from '../formats/png/raster.ts';
import { documentBytes } from '../limits.ts';
import type { GuardedZip } from '../zip/guarded-zip.ts';
import type { Bundle } from './bundle.ts';

const maxIcons = 30;

/**
 * The largest icon that Info.plist names (CFBundleIcons, or CFBundleIconFiles and CFBundleIconFile of older apps) and
 * that the bundle contains as a file, as an ordinary PNG. Null when icons are only in a compiled asset catalog.
 */
export async function iosIcon(zip: GuardedZip, app: Bundle): Promise<Buffer | null> {
  const files = iconFiles(zip, app);
  let best: { name: string; width: number } | null = null;
  for (const name of files.slice(0, maxIcons)) {
    const start = await zip.readSlice(name, 0, pngHeaderBytes);
    // Another format under this name is smaller than any of those whose size is known.
    const width = isPng(start) ? pngSize(start).width : 0;
    if (best === null || width > best.width) best = { name, width };
  }
  const bytes = best && (await zip.read(best.name, documentBytes.image));
  if (bytes === null) return null;
  return isCgbi(bytes) ? cgbiToPng(bytes, zip.budget) : await toPng(bytes, zip.budget);
}

/** Info.plist names files without scale and device: `AppIcon60x60` means `AppIcon60x60@2x.png` and the like. */
function iconFiles(zip: GuardedZip, app: Bundle): string[] {
  const stems = iconNames(app.plist).map((name) => app.path + name.replace(/(@[23]x)?(~\w+)?(\.png)?$/i, ''));
  return zip.names().filter((name) => {
    if (!name.startsWith(app.path) || !name.toLowerCase().endsWith('.png')) return false;
    return stems.some(
      (stem) => name.startsWith(stem) && /^(@[23]x)?(~\w+)?\.png$/i.test(name.slice(stem.length)),
    );
  });
}

/** The names that Info.plist gives to the icon. */
export function iconNames(plist: PlistDictionary): string[] {
  const primary = (key: string) => plistDictionary(plistDictionary(plist, key), 'CFBundlePrimaryIcon');
  const named = [
    ...plistTexts(primary('CFBundleIcons'), 'CFBundleIconFiles'),
    ...plistTexts(primary('CFBundleIcons~ipad'), 'CFBundleIconFiles'),
    ...plistTexts(plist, 'CFBundleIconFiles'),
    ...plistTexts(plist, 'CFBundleIconFile'),
  ];
  return named.filter((name) => name !== '').slice(0, maxIcons);
}
