import type { CatalogSync, SyncEntry, SyncOwn } from '../../../../contract/sync.ts';
import type { DeviceCaller } from '../../../platform/http/contexts.ts';
import { endDate, formatOptionalTimestamp } from '../../../platform/http/responses/timestamps.ts';
import type { Platform } from '../../../platform/services.ts';
import { getLinkExpiry, InstallLinks } from '../install-links.ts';
import type { Offer } from '../listing.ts';
import { buildEntries } from '../lists.ts';
import type { OfferSummary } from '../offers/summary.ts';
import type { PersonCatalog } from '../person-catalog.ts';
import { type Cursor, writeCursor } from './cursor.ts';

/** For whom an answer is made. */
export interface SyncCaller {
  caller: DeviceCaller;
  /** The beginning of the addresses of install links. */
  base: string;
}

/** The content of one answer, without the cursor. */
export interface Answer {
  whole: boolean;
  more: boolean;
  /** The state to which the answer leads. */
  cursor: Cursor;
  /** How many applications are shown. */
  total: number;
  entries: readonly OfferSummary[];
  own: readonly OfferSummary[];
  numbers: readonly OfferSummary[];
  gone: readonly string[];
}

/** Reads what an answer shows. */
export async function presentAnswer(
  platform: Platform,
  { caller, base }: SyncCaller,
  catalog: PersonCatalog,
  answer: Answer,
): Promise<CatalogSync> {
  const links = new InstallLinks(platform.secrets, caller, base, getLinkExpiry('none'));
  const own = await catalog.details(answer.own);
  const numbers = await catalog.details(answer.numbers);
  return {
    cursor: writeCursor(platform.secrets, caller, base, answer.cursor),
    whole: answer.whole,
    more: answer.more,
    total: answer.total,
    entries: buildEntries(catalog, links, await catalog.details(answer.entries), getEntryFields),
    own: own.map((offer) => presentOwn(catalog, offer)),
    numbers: numbers.map(({ listing }) => ({ id: listing.application.id, ...listing.counts })),
    gone: [...answer.gone],
  };
}

type Reported = Pick<SyncOwn, 'mandatory' | 'installed_version_id' | 'installed_version_num' | 'reported'>;

function getReportedFields(offer: Offer, catalog: PersonCatalog): Reported {
  const installed = catalog.findInstalled(offer.listing);
  return {
    mandatory: offer.mandatory,
    installed_version_id: installed?.id ?? null,
    installed_version_num: installed?.versionNum ?? null,
    reported: formatOptionalTimestamp(installed?.reported ?? null),
  };
}

const getEntryFields = (offer: Offer, catalog: PersonCatalog): Reported & Pick<SyncEntry, 'required_by'> => ({
  ...getReportedFields(offer, catalog),
  required_by: endDate(offer.listing.version.required_by),
});

function presentOwn(catalog: PersonCatalog, offer: Offer): SyncOwn {
  const { install_uri: _, ...catalog_info } = catalog.buildInfo(offer.listing, '');
  return {
    id: offer.listing.application.id,
    required_by_group: offer.requiredByGroup,
    catalog_info,
    ...getReportedFields(offer, catalog),
  };
}
