import { LRUCache } from 'lru-cache';
import type { InventoryItem } from '../../../contract/inventory.ts';
import { afterCommit } from '../../platform/database/changes/after-commit.ts';
import type { ReportedAt } from '../../platform/database/changes/changes.ts';
import type { Db, Tx } from '../../platform/database/handles.ts';
import type { DeviceCaller } from '../../platform/http/contexts.ts';
import { deviceSystem } from '../catalog/facade.ts';
import { ApplicationIndex, aliases, type Named, VersionIndex } from './matching.ts';
import * as store from './store.ts';

/** What items name, by `keyOf`; null where the organization has no such application. */
type Items = Map<string, Named | null>;

interface Kept {
  /**
   * The revision of the organization's catalogs at which all items are true; some may have been read a moment later.
   */
  catalog: number;
  items: Items;
  weight: number;
}

/** Most bytes, about, of all remembered items, and of those of one organization and operating system. */
const mostBytes = 32 * 1024 * 1024;
const mostOfOne = 8 * 1024 * 1024;
const weightOf = (key: string): number => 300 + 2 * key.length;

/**
 * Remembers what the items of inventories name, until a catalog of the organization changes: the devices of an
 * organization report the same few names again and again. Items are kept for each organization and operating system,
 * because one bundle id may name a different application on each system.
 */
export class KnownItems {
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: mostBytes,
    sizeCalculation: ({ weight }) => 1 + weight,
  });

  /** The items that are known at a revision, or at a newer one. */
  at(scope: string, catalog: number): ReadonlyMap<string, Named | null> {
    const kept = this.#kept.get(scope);
    return kept !== undefined && kept.catalog >= catalog ? kept.items : nothing;
  }

  /** Remembers what was read at a revision. */
  keep(scope: string, catalog: number, found: Items): void {
    const kept = this.#kept.get(scope);
    if (kept !== undefined && kept.catalog > catalog) return;
    const goesOn = kept?.catalog === catalog && kept.weight < mostOfOne;
    const { items, weight } = goesOn ? kept : { items: new Map(), weight: 0 };
    let added = 0;
    for (const [key, named] of found) {
      if (!items.has(key)) added += weightOf(key);
      items.set(key, named);
    }
    this.#kept.set(scope, { catalog, items, weight: weight + added });
  }
}

const nothing: ReadonlyMap<string, Named | null> = new Map();

/** Parts are separated by NUL, which no request may contain. */
const keyOf = ({ id, bundle_id, version_id, version_num }: InventoryItem): string =>
  `${partOf(id)}\0${partOf(bundle_id)}\0${partOf(version_id)}\0${partOf(version_num)}`;

/** Distinguishes an empty text from a missing one. */
const partOf = (text: string | number | undefined): string => (text === undefined ? '' : `=${text}`);

/**
 * What each of these items names; null for an item that is no application of the organization. `at` has to be read in
 * the same transaction: remembered items are what the database would return then, or a moment later.
 */
export async function named(
  knownItems: KnownItems,
  tx: Tx,
  caller: DeviceCaller,
  items: readonly InventoryItem[],
  { catalog }: ReportedAt,
): Promise<(Named | null)[]> {
  const scope = `${caller.homeOrgId} ${deviceSystem(caller.device.operatingSystem)}`;
  const known = knownItems.at(scope, catalog);
  const keys = items.map(keyOf);
  const missing = items.filter((_, at) => !known.has(keys[at] ?? ''));
  if (missing.length === 0) return keys.map((key) => known.get(key) ?? null);
  const found = await lookUp(tx, caller, missing);
  // A transaction may read what others in the same commit have written, so nothing is remembered before the commit.
  afterCommit(tx, () => knownItems.keep(scope, catalog, found));
  return keys.map((key) => known.get(key) ?? found.get(key) ?? null);
}

/** The same for a report that was taken before; nothing is remembered of it. */
export async function namedNow(
  db: Db,
  caller: DeviceCaller,
  items: readonly InventoryItem[],
): Promise<(Named | null)[]> {
  const found = await lookUp(db, caller, items);
  return items.map((item) => found.get(keyOf(item)) ?? null);
}

async function lookUp(db: Db, caller: DeviceCaller, items: readonly InventoryItem[]): Promise<Items> {
  const rows = await store.named(db, caller.homeOrgId, {
    applications: aliases(given(items, 'id'), given(items, 'bundle_id')),
    versions: aliases(given(items, 'version_id'), given(items, 'version_num')),
  });
  const applications = new ApplicationIndex(rows.applications, caller.device);
  const versions = new VersionIndex(rows.versions);
  return new Map(items.map((item) => [keyOf(item), namedBy(item, applications, versions)]));
}

const given = <K extends keyof InventoryItem>(items: readonly InventoryItem[], name: K) => [
  ...new Set(items.flatMap((item) => item[name] ?? [])),
];

function namedBy(item: InventoryItem, applications: ApplicationIndex, versions: VersionIndex): Named | null {
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
