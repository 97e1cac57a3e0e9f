import sharp from 'sharp';
import type { Budget } from '../budget.ts';
import { imagePixels } from '../limits.ts';
import { isPng, pngSize } from './png.ts';

/** The width in pixels of icons that are converted from WebP: icons are shown no larger. */
const convertedSide = 512;

/** PNG bytes of an icon that is PNG or WebP; null when it is neither, damaged, or too large for an icon. */
export async function toPng(bytes: Buffer, budget: Budget): Promise<Buffer | null> {
  if (isPng(bytes)) return isIconSize(pngSize(bytes)) ? bytes : null;
  return isWebp(bytes) ? await convert(bytes, budget) : null;
}

export function isIconSize({ width, height }: { width: number; height: number }): boolean {
  return width > 0 && height > 0 && width <= imagePixels && height <= imagePixels;
}

function isWebp(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
}

async function convert(bytes: Buffer, budget: Budget): Promise<Buffer | null> {
  try {
    const { width, height } = await sharp(bytes).metadata();
    if (!isIconSize({ width, height })) return null;
    budget.decode(width * height);
    return await sharp(bytes).resize({ width: convertedSide, withoutEnlargement: true }).png().toBuffer();
  } catch {
    return null;
  }
}
