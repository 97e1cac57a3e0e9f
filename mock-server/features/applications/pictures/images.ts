import { PackageError } from '../../../app-packages/package-error.ts';
import {
  drawGenericIconKind,
  encodePictureKind,
  maxPixels,
  maxSide,
  type PictureKind,
  pictureFile,
} from '../../../packages-worker/kinds/pictures.ts';
import { ServiceError } from '../../../platform/errors.ts';
import type { UploadedFile } from '../../../platform/http/bodies/multipart.ts';
import type { Platform } from '../../../platform/services.ts';
import type { MadeFiles } from '../../../platform/workers/worker-folder.ts';

/** Most bytes of an encoded picture: as many as the largest picture without any repetition takes. */
const maxBytes = 32 * 1024 * 1024;

/**
 * Decodes a picture (a path, or bytes) in a worker process and stores it as a new PNG, without metadata or other content of
 * the file: no upload is served as it came. Returns the SHA-256 of the stored picture; null unless it is a PNG or JPEG within
 * the limits: the application works without one. Error: `unavailable`.
 */
export async function storeExtractedImage(
  platform: Platform,
  owner: string,
  kind: PictureKind,
  picture: string | Uint8Array,
): Promise<string | null> {
  try {
    const task = { owner, input: { kind }, files: { picture } };
    return await platform.workers.run(encodePictureKind, task, ({ isReadable }, made) =>
      isReadable ? storeImage(platform, made) : null,
    );
  } catch (error) {
    if (error instanceof PackageError) return null;
    throw error;
  }
}

/**
 * Like `storeExtractedImage`, for an uploaded file part. Error: also `invalid_input` unless it is a PNG or JPEG within the
 * limits.
 */
export async function storeUploadedImage(
  platform: Platform,
  owner: string,
  kind: PictureKind,
  file: UploadedFile,
): Promise<string> {
  const sha256 = await storeExtractedImage(platform, owner, kind, file.path);
  if (sha256 !== null) return sha256;
  throw new ServiceError(
    'invalid_input',
    `The image cannot be read. Send a PNG or JPEG of at most ${maxPixels / 1_000_000} megapixels, and ${maxSide} pixels on a side.`,
    { details: { field: kind } },
  );
}

/** The generic icon of hybrid applications. */
export const storeGenericIcon = (platform: Platform, owner: string): Promise<string> =>
  platform.workers.run(drawGenericIconKind, { owner, input: {}, files: {} }, (_, made) =>
    storeImage(platform, made),
  );

async function storeImage({ blobs }: Platform, made: MadeFiles): Promise<string> {
  const received = await made.withStream(pictureFile, (bytes) => blobs.receive(bytes, maxBytes));
  return (await blobs.promote('images', received)).sha256;
}
