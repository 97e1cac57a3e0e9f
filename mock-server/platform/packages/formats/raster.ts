import sharp from 'sharp';
import { imagePixels } from '../limits.ts';
import { isPng, pngSize } from './png.ts';

/** PNG bytes of an icon that is PNG or WebP; null when it is neither, damaged, or too large for an icon. */
export async function toPng(bytes: Buffer): Promise<Buffer | null> {
  if (isPng(bytes)) return isIconSize(pngSize(bytes)) ? bytes : null;
  return isWebp(bytes) ? await convert(bytes) : null;
}

export function isIconSize({ width, height }: { width: number; height: number }): boolean {
  return width > 0 && height > 0 && width <= imagePixels && height <= imagePixels;
}

function isWebp(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
}

async function convert(bytes: Buffer): Promise<Buffer | null> {
  try {
    return await sharp(bytes, { limitInputPixels: imagePixels * imagePixels })
      .png()
      .toBuffer();
  } catch {
    return null;
  }
}
