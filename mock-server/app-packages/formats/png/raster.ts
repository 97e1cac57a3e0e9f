import sharp from 'sharp';
import type { Budget } from '../../budget.ts';
import { imagePixels } from '../../limits.ts';
import { isPng, pngSize } from './png.ts';

/** The width in pixels of icons that are converted: icons are shown no larger. */
const convertedSide = 512;

/** PNG bytes of an icon in a format that devices draw; null when it is none, damaged, or too large for an icon. */
export async function toPng(bytes: Buffer, budget: Budget): Promise<Buffer | null> {
  if (isPng(bytes)) return isIconSize(pngSize(bytes)) ? bytes : null;
  return isOtherRaster(bytes) ? await convert(bytes, budget) : null;
}

export function isIconSize({ width, height }: { width: number; height: number }): boolean {
  return width > 0 && height > 0 && width <= imagePixels && height <= imagePixels;
}

/** Whether it is JPEG, GIF, WebP or AVIF, by its first bytes. Others are not decoded: the decoder knows many. */
function isOtherRaster(bytes: Buffer): boolean {
  const text = (start: number, end: number) => bytes.toString('latin1', start, end);
  return (
    bytes.toString('hex', 0, 3) === 'ffd8ff' ||
    ['GIF87a', 'GIF89a'].includes(text(0, 6)) ||
    (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') ||
    text(4, 12) === 'ftypavif'
  );
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
