import type { CatalogCategory } from '../../../contract/catalog.ts';
import { nativeTypes } from '../../../contract/common/codes.ts';
import type { SyncEntry } from '../../../contract/sync.ts';

/** A category with how many applications of the catalog are in it. */
export type CountedCategory = CatalogCategory & { application_count: number };

/** Every list of the catalog, as the service's own operations answer it. */
export interface DerivedLists {
  /** By name. */
  all: readonly SyncEntry[];
  featured: readonly SyncEntry[];
  popular: readonly SyncEntry[];
  updates: readonly SyncEntry[];
  downloaded: readonly SyncEntry[];
  mandatory: readonly SyncEntry[];
  installed: readonly SyncEntry[];
  categories: readonly CountedCategory[];
}

type Key = (entry: SyncEntry) => string | number;

/** Without accents and capitals, so that Ä stands beside A. */
const name: Key = ({ version }) => version.app_name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const weight: Key = (entry) => entry.sort_weight;
const downloads: Key = (entry) => -entry.catalog_info.num_downloads;
const id: Key = (entry) => entry.id;

/** Ordered by the first key that differs. Keys are worked out once: names are costly. */
function ordered(entries: readonly SyncEntry[], ...keys: Key[]): SyncEntry[] {
  const keyed = entries.map((entry) => ({ entry, values: keys.map((key) => key(entry)) }));
  keyed.sort((left, right) => compare(left.values, right.values));
  return keyed.map(({ entry }) => entry);
}

function compare(left: readonly (string | number)[], right: readonly (string | number)[]): number {
  for (const [place, value] of left.entries()) {
    const other = right[place] ?? value;
    if (value !== other) return value < other ? -1 : 1;
  }
  return 0;
}

/** The lists of a catalog out of its synced entries, in whatever order they come. */
export function deriveLists(entries: readonly SyncEntry[]): DerivedLists {
  const all = ordered(entries, name, id);
  return {
    all,
    featured: ordered(
      all.filter((entry) => entry.banner_image_url !== null),
      weight,
      name,
      id,
    ),
    popular: ordered(all, downloads, name, id),
    updates: all.filter((entry) => hasPackage(entry) && entry.catalog_info.has_update),
    downloaded: all.filter((entry) => entry.catalog_info.last_version_downloaded_id !== null),
    mandatory: all.filter((entry) => entry.mandatory),
    installed: all.filter((entry) => entry.reported !== null),
    categories: countedCategories(all),
  };
}

/** From a file of ours: an address, and a hybrid application, which has the type of its platform, say where they are. */
const hasPackage = ({ type, url }: SyncEntry): boolean =>
  url === null && nativeTypes.some((native) => native === type);

function countedCategories(entries: readonly SyncEntry[]): CountedCategory[] {
  const counted = new Map<string, CountedCategory>();
  for (const category of entries.flatMap((entry) => entry.categories)) {
    const before = counted.get(category.id)?.application_count ?? 0;
    counted.set(category.id, { ...category, application_count: before + 1 });
  }
  return [...counted.values()].sort((left, right) => left.name.localeCompare(right.name, 'en'));
}
