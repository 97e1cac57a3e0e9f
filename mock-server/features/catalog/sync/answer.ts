import type { CatalogSync, SyncEntry, SyncNumbers, SyncOwn } from '../../../../contract/sync.ts';
import { type JsonText, jsonObject, jsonOf } from '../../../platform/http/answers/json-text.ts';
import { endDate, optionalTimestamp } from '../../../platform/http/answers/timestamps.ts';
import type { DeviceCaller } from '../../../platform/http/contexts.ts';
import type { Platform } from '../../../platform/services.ts';
import { InstallLinks, linkTime } from '../install-links.ts';
import type { Offer } from '../listing.ts';
import { entriesJson } from '../lists.ts';
import type { PersonCatalog } from '../person-catalog.ts';
import { type Cursor, writeCursor } from './cursor.ts';

/** For whom an answer is made. */
export interface Asker {
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
  entries: readonly Offer[];
  own: readonly Offer[];
  numbers: readonly string[];
  gone: readonly string[];
}

/** The JSON of an answer. */
export function answerJson(
  platform: Platform,
  { caller, base }: Asker,
  catalog: PersonCatalog,
  answer: Answer,
): JsonText<CatalogSync> {
  const links = new InstallLinks(platform.secrets, caller, base, linkTime('none'));
  return jsonObject({
    cursor: jsonOf(writeCursor(platform.secrets, caller, base, answer.cursor)),
    whole: jsonOf(answer.whole),
    more: jsonOf(answer.more),
    total: jsonOf(catalog.shelf.total),
    entries: entriesJson(catalog, links, answer.entries, entryFields),
    own: jsonOf(answer.own.map((offer) => presentOwn(catalog, offer))),
    numbers: jsonOf(answer.numbers.flatMap((id) => presentNumbers(catalog, id))),
    gone: jsonOf([...answer.gone]),
  });
}

type Reported = Pick<SyncOwn, 'mandatory' | 'installed_version_id' | 'installed_version_num' | 'reported'>;

function reportedFields(offer: Offer, catalog: PersonCatalog): Reported {
  const installed = catalog.installed(offer.listing);
  return {
    mandatory: offer.mandatory,
    installed_version_id: installed?.id ?? null,
    installed_version_num: installed?.versionNum ?? null,
    reported: optionalTimestamp(installed?.reported ?? null),
  };
}

const entryFields = (offer: Offer, catalog: PersonCatalog): Reported & Pick<SyncEntry, 'required_by'> => ({
  ...reportedFields(offer, catalog),
  required_by: endDate(offer.listing.version.required_by),
});

function presentOwn(catalog: PersonCatalog, offer: Offer): SyncOwn {
  const { install_uri: _, ...catalog_info } = catalog.info(offer.listing, '');
  return {
    id: offer.listing.application.id,
    required_by_group: offer.requiredByGroup,
    catalog_info,
    ...reportedFields(offer, catalog),
  };
}

function presentNumbers({ shelf }: PersonCatalog, id: string): SyncNumbers[] {
  const offer = shelf.of(id);
  return offer === undefined ? [] : [{ id, ...offer.listing.counts }];
}
