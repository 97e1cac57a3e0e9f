import sharp from 'sharp';
import { maxPixels, maxSide, type PictureKind } from '../kinds/pictures.ts';

/** Maximum width and height in pixels of stored pictures. */
const boxes = {
  icon: { width: 512, height: 512 },
  screenshot: { width: 2560, height: 2560 },
  banner: { width: 2048, height: 1024 },
} as const satisfies Record<PictureKind, { width: number; height: number }>;

const fitBox = { fit: 'inside', withoutEnlargement: true } as const;
const magics = [Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('ffd8ff', 'hex')];

/** The picture as a new PNG; null unless it is a PNG or JPEG within the limits. */
export async function encode(kind: PictureKind, bytes: Buffer): Promise<Buffer | null> {
  // Other formats are refused before decoding: the decoder knows many, and each could have a vulnerability.
  if (!magics.some((magic) => magic.equals(bytes.subarray(0, magic.length)))) return null;
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: maxPixels }).metadata();
    if (Math.max(width, height) > maxSide) return null;
    return await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
      .rotate()
      .resize({ ...boxes[kind], ...fitBox })
      .png({ compressionLevel: 9 })
      .toBuffer();
  } catch {
    return null;
  }
}
