import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { buildHybridApk, shellIconPixels } from '../../app-packages/android/shell/build-apk.ts';
import { readConfigurationProfile } from '../../app-packages/ios/profiles/configuration-profile.ts';
import { buildWebClip, webClipIconPixels } from '../../app-packages/ios/profiles/web-clip.ts';
import { readPackage } from '../../app-packages/read-package.ts';
import { bindHandler } from '../handle.ts';
import { buildHybridApkKind, buildWebClipKind, hybridFile } from '../kinds/build-hybrid.ts';

export const buildHybridApkTask = bindHandler(buildHybridApkKind, async ({ input, files, out }) => {
  const target = join(out, hybridFile);
  await writeFile(target, buildHybridApk(input, await toSquare(files.icon, shellIconPixels)));
  const { icon: _, ...facts } = await readPackage(target);
  return facts;
});

export const buildWebClipTask = bindHandler(buildWebClipKind, async ({ input, files, out }) => {
  const target = join(out, hybridFile);
  await writeFile(target, buildWebClip(input, await toSquare(files.icon, webClipIconPixels)));
  return await readConfigurationProfile(target);
});

/** The whole picture on a transparent square. */
const toSquare = (path: string, pixels: number): Promise<Buffer> =>
  sharp(path)
    .resize(pixels, pixels, { fit: 'contain', background: '#0000' })
    .png({ compressionLevel: 9 })
    .toBuffer();
