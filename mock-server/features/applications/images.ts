import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { BlobStore } from '../../platform/blobs/store.ts';
import { ServiceError } from '../../platform/http/errors.ts';
import type { UploadedFile } from '../../platform/http/multipart.ts';

/** Longest sides in pixels of what is kept. */
const boxes = {
  icon: { width: 512, height: 512 },
  screenshot: { width: 2560, height: 2560 },
  banner: { width: 2048, height: 1024 },
} as const;
export type ImageKind = keyof typeof boxes;

/** A picture of more pixels is refused before it is decoded. */
const mostPixels = 50_000_000;
const fit = { fit: 'inside', withoutEnlargement: true } as const;

/**
 * Decodes an image and stores it anew as PNG, without anything that rode along in the file; nothing is served as it was
 * uploaded. Returns the SHA-256 of what is stored. Error: `invalid_input` for anything but a PNG or JPEG of sane size.
 */
export async function storeImage(blobs: BlobStore, kind: ImageKind, bytes: Buffer): Promise<string> {
  const png = await reencode(kind, bytes);
  return (await blobs.put('images', png)).sha256;
}

/** The same for an uploaded file part. */
export const storeUploadedImage = async (
  blobs: BlobStore,
  kind: ImageKind,
  file: UploadedFile,
): Promise<string> => storeImage(blobs, kind, await readFile(file.path));

async function reencode(kind: ImageKind, bytes: Buffer): Promise<Buffer> {
  try {
    const image = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 });
    const { format } = await image.metadata();
    if (format !== 'png' && format !== 'jpeg') throw new Error(`format ${format}`);
    return await image
      .rotate()
      .resize({ ...boxes[kind], ...fit })
      .png({ compressionLevel: 9 })
      .toBuffer();
  } catch (cause) {
    throw new ServiceError(
      'invalid_input',
      'The image cannot be read. Send a PNG or JPEG of at most 50 megapixels.',
      {
        cause,
        details: { field: kind },
      },
    );
  }
}

/** An icon found inside a package; null when it can't be decoded: the package is good without it. */
export async function storePackageIcon(blobs: BlobStore, icon: Buffer | null): Promise<string | null> {
  if (icon === null) return null;
  return storeImage(blobs, 'icon', icon).catch((error: unknown) => {
    if (error instanceof ServiceError) return null;
    throw error;
  });
}
