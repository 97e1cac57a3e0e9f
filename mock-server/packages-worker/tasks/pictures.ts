import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { bindHandler } from '../handle.ts';
import { drawGenericIconKind, encodePictureKind, pictureFile, scalePictureKind } from '../kinds/pictures.ts';
import { encode } from './encode.ts';

/** The icon of a hybrid application that has none: a window with a globe; document 2, Hybrid object. */
const genericIcon =
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 512 512">
  <rect width="512" height="512" rx="112" fill="#3b5b7e"/>
  <g fill="none" stroke="#fff" stroke-width="20" stroke-linecap="round">
    <circle cx="256" cy="256" r="136"/>
    <ellipse cx="256" cy="256" rx="60" ry="136"/>
    <path d="M120 256h272M138 192h236M138 320h236"/>
  </g>
</svg>`);

export const encodePictureTask = bindHandler(encodePictureKind, async ({ input, files, out }) => {
  const png = await encode(input.kind, await readFile(files.picture));
  if (png !== null) await writeFile(join(out, pictureFile), png);
  return { isReadable: png !== null };
});

export const scalePictureTask = bindHandler(scalePictureKind, async ({ input, files, out }) => {
  await sharp(files.picture)
    .resize({ width: input.width, withoutEnlargement: true })
    .webp({ quality: 86 })
    .toFile(join(out, pictureFile));
  return {};
});

export const drawGenericIconTask = bindHandler(drawGenericIconKind, async ({ out }) => {
  await sharp(genericIcon).png().toFile(join(out, pictureFile));
  return {};
});
