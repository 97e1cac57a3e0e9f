import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { BlobStore } from '../../../platform/blobs/store.ts';
import { ServiceError } from '../../../platform/http/errors.ts';
import type { UploadedFile } from '../../../platform/http/multipart.ts';
import { genericIcon } from './generic-icon.ts';

/** Maximum width and height in pixels of stored images. */
const boxes = {
  icon: { width: 512, height: 512 },
  screenshot: { width: 2560, height: 2560 },
  banner: { width: 2048, height: 1024 },
} as const;
export type ImageKind = keyof typeof boxes;

/** Images with more pixels are refused before decoding, which then takes less than 250 MB even for the costliest kind. */
const mostPixels = 24_000_000;
/** In pixels. An image one pixel high and very wide is cheap to send and takes seconds to decode. */
const longestSide = 16_384;
const fit = { fit: 'inside', withoutEnlargement: true } as const;
const magics = [Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('ffd8ff', 'hex')];

/**
 * Decodes an image and stores it as a new PNG, without metadata or other content of the file: no upload is served as it
 * came. Returns the SHA-256 of the stored image. Error: `invalid_input` unless it is a PNG or JPEG within the limits.
 */
async function storeImage(blobs: BlobStore, kind: ImageKind, bytes: Buffer): Promise<string> {
  const png = await reencode(kind, bytes);
  return (await blobs.put('images', png)).sha256;
}

/** The same for an uploaded file part. */
export const storeUploadedImage = async (
  blobs: BlobStore,
  kind: ImageKind,
  file: UploadedFile,
): Promise<string> => storeImage(blobs, kind, await readFile(file.path));

/** Refuses other formats before decoding: the decoder knows many, and each could have a vulnerability. */
function assertPngOrJpeg(bytes: Buffer): void {
  if (!magics.some((magic) => magic.equals(bytes.subarray(0, magic.length)))) {
    throw new Error('neither PNG nor JPEG');
  }
}

async function assertSides(bytes: Buffer): Promise<void> {
  const { width, height } = await sharp(bytes, { limitInputPixels: mostPixels }).metadata();
  if (Math.max(width, height) > longestSide) throw new Error('a side is too long');
}

async function reencode(kind: ImageKind, bytes: Buffer): Promise<Buffer> {
  try {
    assertPngOrJpeg(bytes);
    await assertSides(bytes);
    return await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
      .rotate()
      .resize({ ...boxes[kind], ...fit })
      .png({ compressionLevel: 9 })
      .toBuffer();
  } catch (cause) {
    throw new ServiceError(
      'invalid_input',
      `The image cannot be read. Send a PNG or JPEG of at most ${mostPixels / 1_000_000} megapixels, and ${longestSide} pixels on a side.`,
      { cause, details: { field: kind } },
    );
  }
}

/** Stores an image from a package or public store; null when it can't be decoded: the application works without it. */
export async function storeFoundImage(
  blobs: BlobStore,
  kind: ImageKind,
  image: Buffer | null,
): Promise<string | null> {
  if (image === null) return null;
  return storeImage(blobs, kind, image).catch((error: unknown) => {
    if (error instanceof ServiceError) return null;
    throw error;
  });
}

/** The generic icon of hybrid applications. */
export const storeGenericIcon = async (blobs: BlobStore): Promise<string> =>
  (await blobs.put('images', await sharp(genericIcon).png().toBuffer())).sha256;
