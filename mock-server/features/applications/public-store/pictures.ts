import { OutgoingError } from '../../../platform/outgoing/outgoing-error.ts';
import type { Platform } from '../../../platform/services.ts';
import { storeExtractedImage } from '../pictures/images.ts';
import type { ScreenshotRow } from '../store.ts';
import type { StoreListing } from './listing.ts';

/** Maximum size of a picture in bytes. */
const limit = 4 * 1024 * 1024;
const types = ['image/png', 'image/jpeg'];
/** As many as an application has slots. */
const maxScreenshots = 5;

export type StoreScreenshot = Pick<ScreenshotRow, 'form' | 'image'>;

export interface StorePictures {
  /** SHA-256 of the stored icon; null when there is none or it was not requested. */
  icon: string | null;
  screenshots: StoreScreenshot[];
  /** How many could not be fetched or decoded. */
  missing: number;
}

/** Fetches the pictures that a store names and stores them decoded and encoded again. Those that fail are left out. */
export async function fetchPictures(
  platform: Platform,
  owner: string,
  { icon, screenshots }: StoreListing,
  { withIcon, signal }: { withIcon: boolean; signal: AbortSignal },
): Promise<StorePictures> {
  const wanted = [
    ...(withIcon && icon !== null ? [{ form: null, address: icon }] : []),
    ...findFirst(screenshots, 'phone'),
    ...findFirst(screenshots, 'tablet'),
  ];
  const fetched = await Promise.all(
    wanted.map(async ({ form, address }) => ({ form, bytes: await fetchPicture(platform, address, signal) })),
  );
  const pictures: StorePictures = { icon: null, screenshots: [], missing: 0 };
  for (const { form, bytes } of fetched) {
    // One after the other, because decoding takes memory. The rest is skipped when the time limit is reached.
    const kind = form === null ? 'icon' : 'screenshot';
    const image =
      signal.aborted || bytes === null ? null : await storeExtractedImage(platform, owner, kind, bytes);
    if (image === null) pictures.missing += 1;
    else if (form === null) pictures.icon = image;
    else pictures.screenshots.push({ form, image });
  }
  return pictures;
}

const findFirst = (screenshots: StoreListing['screenshots'], form: ScreenshotRow['form']) =>
  screenshots.filter((screenshot) => screenshot.form === form).slice(0, maxScreenshots);

async function fetchPicture(
  { outgoing }: Platform,
  address: string,
  signal: AbortSignal,
): Promise<Buffer | null> {
  try {
    return await outgoing.get(address, { types, limit, signal });
  } catch (error) {
    if (error instanceof OutgoingError) return null;
    throw error;
  }
}
