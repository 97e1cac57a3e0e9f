import type {
  CatalogEntry,
  InstalledEntry,
  listCatalogCategories,
  MandatoryEntry,
} from '../../../contract/catalog.ts';
import type { ResponseOf } from '../../../contract/common/request.ts';

export type Category = ResponseOf<typeof listCatalogCategories>['categories'][number];

/** What each list besides the catalog itself holds. */
interface ListRecords {
  featured: readonly CatalogEntry[];
  popular: readonly CatalogEntry[];
  updates: readonly CatalogEntry[];
  downloaded: readonly CatalogEntry[];
  mandatory: readonly MandatoryEntry[];
  installed: readonly InstalledEntry[];
  categories: readonly Category[];
}
export type ListName = keyof ListRecords;

/** The lists besides the catalog itself; null until first fetched. */
export type CatalogLists = { [N in ListName]: ListRecords[N] | null };

export const noLists: CatalogLists = {
  featured: null,
  popular: null,
  updates: null,
  downloaded: null,
  mandatory: null,
  installed: null,
  categories: null,
};

/** A list with its name, by which the type of its records is known. */
export type NamedList = { [N in ListName]: { name: N; records: ListRecords[N] } }[ListName];

/** A kept list. `savedAt`: when it was asked for, in milliseconds since 1970. */
export type KeptList = NamedList & { etag: string | null; savedAt: number };

/** The lists with this one replaced. */
export function withList<N extends ListName>(
  lists: CatalogLists,
  { name, records }: { name: N; records: ListRecords[N] },
): CatalogLists {
  const changed = { ...lists };
  changed[name] = records;
  return changed;
}
