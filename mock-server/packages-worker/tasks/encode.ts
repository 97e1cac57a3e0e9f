import sharp from 'sharp';
import { longestSide, mostPixels, type PictureKind } from '../kinds/pictures.ts';

/** Maximum width and height in pixels of stored pictures. */
const boxes = {
  icon: { width: 512, height: 512 },
  screenshot: { width: 2560, height: 2560 },
  banner: { width: 2048, height: 1024 },
} as const satisfies Record<PictureKind, { width: number; height: number }>;

const fit = { fit: 'inside', withoutEnlargement: true } as const;
const magics = [Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('ffd8ff', 'hex')];

/** The picture as a new PNG; null unless it is a PNG or JPEG within the limits. */
export async function encoded(kind: PictureKind, bytes: Buffer): Promise<Buffer | null> {
  // Other formats are refused before decoding: the decoder knows many, and each could have a vulnerability.
  if (!magics.some((magic) => magic.equals(bytes.subarray(0, magic.length)))) return null;
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: mostPixels }).metadata();
    if (Math.max(width, height) > longestSide) return null;
    return await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
      .rotate()
      .resize({ ...boxes[kind], ...fit })
      .png({ compressionLevel: 9 })
      .toBuffer();
  } catch {
    return null;
  }
}
