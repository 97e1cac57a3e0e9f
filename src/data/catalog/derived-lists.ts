import { nativeTypes } from '../../../contract/common/codes.ts';
import type { SyncEntry } from '../../../contract/sync.ts';
import type { CountedCategory, DerivedLists } from '../records/sync-state.ts';

/** The inventory of this device as the service has it, and the ids of the writes that it contains. */
export interface ServiceInventory {
  entries: readonly SyncEntry[];
  contains: ReadonlySet<string>;
}

const names = new WeakMap<SyncEntry, string>();

/**
 * A sort key: the name without accents and in lower case, so that Ä sorts beside A; then the id. Computed once, because
 * folding names is slow.
 */
function getSortKey(entry: SyncEntry): string {
  const known = names.get(entry);
  if (known !== undefined) return known;
  const place = `${stripAccents(entry.version.app_name).toLowerCase()}\0${entry.id}`;
  names.set(entry, place);
  return place;
}

/** Most names have no accents and need not be decomposed. */
const stripAccents = (name: string): string =>
  /^[ -~]*$/.test(name) ? name : name.normalize('NFD').replace(/\p{M}/gu, '');

function sortByName(entries: readonly SyncEntry[]): SyncEntry[] {
  const placed = entries.map((entry) => ({ entry, place: getSortKey(entry) }));
  placed.sort((left, right) => (left.place < right.place ? -1 : 1));
  return placed.map(({ entry }) => entry);
}

/** The lists of a catalog, made from its entries in any order; fastest when they are sorted by name. */
export function deriveLists(entries: readonly SyncEntry[]): DerivedLists {
  const all = sortByName(entries);
  // Sorting is stable: equal entries stay ordered by name.
  const banners = all.filter((entry) => entry.banner_image_url !== null);
  return {
    all,
    featured: banners.sort((left, right) => left.sort_weight - right.sort_weight),
    popular: all.toSorted(
      (left, right) => right.catalog_info.num_downloads - left.catalog_info.num_downloads,
    ),
    updates: all.filter((entry) => hasPackage(entry) && entry.catalog_info.has_update),
    downloaded: all.filter((entry) => entry.catalog_info.last_version_downloaded_id !== null),
    mandatory: all.filter((entry) => entry.mandatory),
    installed: all.filter((entry) => entry.reported !== null),
    categories: countCategories(all),
  };
}

/**
 * Whether it is installed from a file of the service. An application with an address, and a hybrid one, which has the
 * type of its platform, are recognized by other fields.
 */
const hasPackage = ({ type, url }: SyncEntry): boolean =>
  url === null && nativeTypes.some((native) => native === type);

function countCategories(entries: readonly SyncEntry[]): CountedCategory[] {
  const counted = new Map<string, CountedCategory>();
  for (const { categories } of entries) {
    for (const category of categories) {
      const known = counted.get(category.id);
      if (known === undefined) counted.set(category.id, { ...category, application_count: 1 });
      else known.application_count += 1;
    }
  }
  return [...counted.values()].sort((left, right) => left.name.localeCompare(right.name, 'en'));
}
