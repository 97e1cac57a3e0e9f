import { LRUCache } from 'lru-cache';
import type { InventoryItem } from '../../../contract/inventory.ts';
import type { ReportRevisions } from '../../platform/database/changes/changes.ts';
import { onCommit } from '../../platform/database/changes/transaction-state.ts';
import type { Db, Tx } from '../../platform/database/handles.ts';
import type { DeviceCaller } from '../../platform/http/contexts.ts';
import { getDeviceSystem } from '../catalog/facade.ts';
import { ApplicationIndex, collectAliases, type NamedItem, VersionIndex } from './matching.ts';
import * as store from './store.ts';

/** What items name, by `getItemKey`; null where the organization has no such application. */
type Items = Map<string, NamedItem | null>;

interface CachedItems {
  /**
   * The revision of the organization's catalogs at which all items are true; some may have been read a moment later.
   */
  catalog: number;
  items: Items;
  weight: number;
}

/** Most bytes, about, of all remembered items, and of those of one organization and operating system. */
const maxBytes = 32 * 1024 * 1024;
const maxBytesPerCatalog = 8 * 1024 * 1024;
const getWeight = (key: string): number => 300 + 2 * key.length;

/**
 * Remembers what the items of inventories name, until a catalog of the organization changes: the devices of an
 * organization report the same few names again and again. Items are kept for each organization and operating system,
 * because one bundle id may name a different application on each system.
 */
export class ItemCache {
  readonly #cache = new LRUCache<string, CachedItems>({
    maxSize: maxBytes,
    sizeCalculation: ({ weight }) => 1 + weight,
  });

  /** The items that are known at a revision, or at a newer one. */
  get(scope: string, catalog: number): ReadonlyMap<string, NamedItem | null> {
    const stored = this.#cache.get(scope);
    return stored !== undefined && stored.catalog >= catalog ? stored.items : noItems;
  }

  /** Remembers what was read at a revision. */
  put(scope: string, catalog: number, found: Items): void {
    const stored = this.#cache.get(scope);
    if (stored !== undefined && stored.catalog > catalog) return;
    const goesOn = stored?.catalog === catalog && stored.weight < maxBytesPerCatalog;
    const { items, weight } = goesOn ? stored : { items: new Map(), weight: 0 };
    let added = 0;
    for (const [key, named] of found) {
      if (!items.has(key)) added += getWeight(key);
      items.set(key, named);
    }
    this.#cache.set(scope, { catalog, items, weight: weight + added });
  }
}

const noItems: ReadonlyMap<string, NamedItem | null> = new Map();

/** Parts are separated by NUL, which no request may contain. */
const getItemKey = ({ id, bundle_id, version_id, version_num }: InventoryItem): string =>
  `${toKeyPart(id)}\0${toKeyPart(bundle_id)}\0${toKeyPart(version_id)}\0${toKeyPart(version_num)}`;

/** Distinguishes an empty text from a missing one. */
const toKeyPart = (text: string | number | undefined): string => (text === undefined ? '' : `=${text}`);

/**
 * What each of these items names; null for an item that is no application of the organization. `get` has to be read in
 * the same transaction: remembered items are what the database would return then, or a moment later.
 */
export async function findNamed(
  knownItems: ItemCache,
  tx: Tx,
  caller: DeviceCaller,
  items: readonly InventoryItem[],
  { catalog }: ReportRevisions,
): Promise<(NamedItem | null)[]> {
  const scope = `${caller.homeOrgId} ${getDeviceSystem(caller.device.operatingSystem)}`;
  const known = knownItems.get(scope, catalog);
  const keys = items.map(getItemKey);
  const missing = items.filter((_, at) => !known.has(keys[at] ?? ''));
  if (missing.length === 0) return keys.map((key) => known.get(key) ?? null);
  const found = await loadItems(tx, caller, missing);
  // A transaction may read what others in the same commit have written, so nothing is remembered before the commit.
  onCommit(tx, () => knownItems.put(scope, catalog, found));
  return keys.map((key) => known.get(key) ?? found.get(key) ?? null);
}

/** The same for a report that was taken before; nothing is remembered of it. */
export async function findNamedUncached(
  db: Db,
  caller: DeviceCaller,
  items: readonly InventoryItem[],
): Promise<(NamedItem | null)[]> {
  const found = await loadItems(db, caller, items);
  return items.map((item) => found.get(getItemKey(item)) ?? null);
}

async function loadItems(db: Db, caller: DeviceCaller, items: readonly InventoryItem[]): Promise<Items> {
  const rows = await store.findNamed(db, caller.homeOrgId, {
    applications: collectAliases(listPresent(items, 'id'), listPresent(items, 'bundle_id')),
    versions: collectAliases(listPresent(items, 'version_id'), listPresent(items, 'version_num')),
  });
  const applications = new ApplicationIndex(rows.applications, caller.device);
  const versions = new VersionIndex(rows.versions);
  return new Map(items.map((item) => [getItemKey(item), resolveItem(item, applications, versions)]));
}

const listPresent = <K extends keyof InventoryItem>(items: readonly InventoryItem[], name: K) => [
  ...new Set(items.flatMap((item) => item[name] ?? [])),
];

function resolveItem(
  item: InventoryItem,
  applications: ApplicationIndex,
  versions: VersionIndex,
): NamedItem | null {
  const application = applications.find(item);
  if (application === undefined) return null;
  const version = versions.find(application.id, item);
  return {
    application: application.id,
    version: {
      id: version?.id ?? null,
      ordinal: version?.ordinal ?? null,
      versionNum: version?.version_num ?? item.version_num ?? null,
    },
  };
}
