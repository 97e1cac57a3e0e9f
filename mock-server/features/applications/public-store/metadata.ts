import type { Buffer } from 'node:buffer';
import { applicationTypes, type FormFactor } from '../../../../contract/common/codes.ts';
import type { Warning } from '../../../../contract/common/warnings.ts';
import type { UploadedFile } from '../../../platform/http/bodies/multipart.ts';
import type { Caller } from '../../../platform/http/contexts.ts';
import { OutgoingError } from '../../../platform/outgoing/outgoing-error.ts';
import type { Platform } from '../../../platform/services.ts';
import { isPublicStore } from '../kinds.ts';
import { detectAddressKind } from '../publishing/addresses.ts';
import type { Detected } from '../publishing/detected.ts';
import { buildAppleLookupUrl, readAppleLookup } from './apple.ts';
import { type StoreColumns, toStoreColumns } from './columns.ts';
import { type StoreListing, StoreProblem } from './listing.ts';
import { fetchPictures, type StoreScreenshot } from './pictures.ts';
import { buildPlayUrl, readPlayPage } from './play.ts';
import {
  picturesMissingWarning,
  storeClosedWarning,
  storeDisabledWarning,
  storeWarning,
} from './warnings.ts';

/** What was read from a public store; empty for an application that is in none. */
export interface PublicStoreAnswer {
  /** Columns of the version; null when the application is not in a public store. */
  columns: StoreColumns | null;
  /** What the store says about the application itself. */
  facts: { bundleId?: string; minOs?: string; formFactor?: FormFactor };
  screenshots: StoreScreenshot[];
  warnings: Warning[];
}

const nothing: PublicStoreAnswer = { columns: null, facts: {}, screenshots: [], warnings: [] };

/**
 * Asks the public store of an application for its listing, within `PUBLIC_STORE_SECONDS`. A store that can't be
 * reached, or does not know the application, causes a warning and never an error. The store's icon is fetched unless the
 * request sent one. Do not call it in a transaction: it waits for the network.
 */
export async function readPublicStore(
  platform: Platform,
  caller: Caller,
  detected: Detected,
  sentIcon: UploadedFile | undefined,
): Promise<PublicStoreAnswer> {
  if (!isPublicStore(detected.type) || detected.url === null) return nothing;
  const saysNothing = { ...nothing, columns: {} };
  if (detected.type === applicationTypes.windowsPhoneStore) {
    return { ...saysNothing, warnings: [storeClosedWarning] };
  }
  if (platform.config.publicStores === null) return { ...saysNothing, warnings: [storeDisabledWarning] };
  const signal = AbortSignal.timeout(platform.config.limits.publicStoreTimeout);
  try {
    const listing = await readListing(platform, platform.config.publicStores, new URL(detected.url), signal);
    const pictures = await fetchPictures(platform, caller.orgId, listing, {
      withIcon: sentIcon === undefined,
      signal,
    });
    return {
      columns: toStoreColumns(listing, pictures.icon),
      facts: toFacts(listing),
      screenshots: pictures.screenshots,
      warnings: pictures.missing === 0 ? [] : [picturesMissingWarning(pictures.missing)],
    };
  } catch (error) {
    if (!(error instanceof OutgoingError || error instanceof StoreProblem)) throw error;
    return { ...saysNothing, warnings: [storeWarning(error)] };
  }
}

async function readListing(
  { outgoing }: Platform,
  stores: { apple: string; play: string },
  page: URL,
  signal: AbortSignal,
): Promise<StoreListing> {
  const { type, publicStoreId } = detectAddressKind(page);
  const id = publicStoreId ?? '';
  const isApple = type === applicationTypes.iosStore;
  const address = isApple ? buildAppleLookupUrl(stores.apple, page, id) : buildPlayUrl(stores.play, page, id);
  const bytes: Buffer = await outgoing.get(address, { ...(isApple ? asJson : asPage), signal });
  return isApple ? readAppleLookup(bytes, id) : readPlayPage(bytes, id, address);
}

/** Apple declares its JSON as JavaScript. */
const asJson = {
  types: ['application/json', 'text/javascript', 'application/javascript'],
  limit: 2 * 1024 * 1024,
};
const asPage = { types: ['text/html'], limit: 6 * 1024 * 1024 };

const toFacts = ({ bundleId, minOs, formFactor }: StoreListing): PublicStoreAnswer['facts'] => ({
  ...(bundleId !== null && { bundleId }),
  ...(minOs !== null && { minOs }),
  ...(formFactor !== null && { formFactor }),
});
