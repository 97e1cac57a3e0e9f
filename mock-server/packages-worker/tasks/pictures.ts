import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { handle } from '../handle.ts';
import { drawGenericIconKind, encodePictureKind, pictureFile, scalePictureKind } from '../kinds/pictures.ts';
import { encoded } from './encode.ts';
import { genericIcon } from './generic-icon.ts';

export const encodePictureTask = handle(encodePictureKind, async ({ input, files, out }) => {
  const png = await encoded(input.kind, await readFile(files.picture));
  if (png !== null) await writeFile(join(out, pictureFile), png);
  return { isReadable: png !== null };
});

export const scalePictureTask = handle(scalePictureKind, async ({ input, files, out }) => {
  await sharp(files.picture)
    .resize({ width: input.width, withoutEnlargement: true })
    .webp({ quality: 86 })
    .toFile(join(out, pictureFile));
  return {};
});

export const drawGenericIconTask = handle(drawGenericIconKind, async ({ out }) => {
  await sharp(genericIcon).png().toFile(join(out, pictureFile));
  return {};
});
