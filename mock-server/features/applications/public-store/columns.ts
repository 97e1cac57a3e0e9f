import { maxLengths } from '../../../../contract/application-fields.ts';
import { takeBeginning } from '../../../platform/cut-text.ts';
import type { VersionRow } from '../store.ts';
import type { StoreListing } from './listing.ts';
import { cutText } from './text.ts';
import { parseJson, toRecord } from './values.ts';

/** Columns that both a public store and people fill; the icon is a SHA-256. */
const shared = [
  'app_name',
  'version_num',
  'version_note',
  'author',
  'short_description',
  'long_description',
  'icon',
] as const;
type Shared = (typeof shared)[number];

/** Columns of a version that a public store fills. */
export type StoreColumns = Partial<Pick<VersionRow, Shared | 'min_os_version' | 'form_factor'>>;

/** Converts a store's listing to columns, shortened to their limits; columns that it does not fill are absent. */
export function toStoreColumns(listing: StoreListing, icon: string | null): StoreColumns {
  const texts = {
    app_name: cutText(listing.name, maxLengths.app_name),
    version_num: takeBeginning(listing.versionNum, maxLengths.version_num),
    version_note: cutText(listing.note, maxLengths.version_note),
    author: cutText(listing.author, maxLengths.author),
    short_description: cutText(listing.shortDescription, maxLengths.short_description),
    long_description: cutText(listing.longDescription, maxLengths.long_description),
  };
  return {
    ...(Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')) as Partial<typeof texts>),
    ...(icon !== null && { icon }),
    ...(listing.minOs !== null && { min_os_version: listing.minOs }),
    ...(listing.formFactor !== null && { form_factor: listing.formFactor }),
  };
}

/** The values of a new version that nobody sent, so that the next reading of the store may replace them. */
export const toDefaultsJson = (version: VersionRow, own: Partial<VersionRow>): string =>
  JSON.stringify(
    pickColumns(
      version,
      shared.filter((name) => !(name in own)),
    ),
  );

/**
 * The columns that reading a public store again changes. A column whose value came from the store or a default gets the
 * store's current value; what people wrote stays. Values of the request (`own`) take precedence.
 */
export function getRefreshedColumns(
  version: VersionRow,
  reported: StoreColumns,
  own: Partial<VersionRow>,
): Partial<VersionRow> {
  const before = toRecord(parseJson(version.store_said ?? '{}'));
  const free = shared.filter((name) => {
    const value = version[name];
    return !(name in own) && (value === null || value === '' || value === before[name]);
  });
  const claimed = shared.filter((name) => !free.includes(name));
  const stored = Object.fromEntries(
    Object.entries(reported).filter(([name]) => !claimed.some((it) => it === name)),
  );
  const store_said = JSON.stringify(pickColumns({ ...version, ...stored }, free));
  return { ...stored, ...own, store_said };
}

const pickColumns = (version: VersionRow, names: readonly Shared[]): Partial<Pick<VersionRow, Shared>> =>
  Object.fromEntries(names.map((name) => [name, version[name]]));
