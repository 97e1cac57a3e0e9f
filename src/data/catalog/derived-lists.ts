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

const names = new WeakMap<SyncEntry, string>();

/** The name without accents and capitals, so that Ä stands beside A; then the id. Worked out once: names are costly. */
function placeOf(entry: SyncEntry): string {
  const known = names.get(entry);
  if (known !== undefined) return known;
  const name = entry.version.app_name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const place = `${name}\0${entry.id}`;
  names.set(entry, place);
  return place;
}

function byName(left: SyncEntry, right: SyncEntry): number {
  const [a, b] = [placeOf(left), placeOf(right)];
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** The lists of a catalog out of its synced entries, in whatever order they come; soonest where that is by name already. */
export function deriveLists(entries: readonly SyncEntry[]): DerivedLists {
  const all = entries.toSorted(byName);
  // Sorting leaves what is equal in its order: by name.
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
    categories: countedCategories(all),
  };
}

/** From a file of ours: an address, and a hybrid application, which has the type of its platform, say where they are. */
const hasPackage = ({ type, url }: SyncEntry): boolean =>
  url === null && nativeTypes.some((native) => native === type);

function countedCategories(entries: readonly SyncEntry[]): CountedCategory[] {
  const counted = new Map<string, CountedCategory>();
  for (const { categories } of entries) {
    for (const category of categories) {
      const before = counted.get(category.id)?.application_count ?? 0;
      counted.set(category.id, { ...category, application_count: before + 1 });
    }
  }
  return [...counted.values()].sort((left, right) => left.name.localeCompare(right.name, 'en'));
}
