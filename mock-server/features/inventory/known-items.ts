import { LRUCache } from 'lru-cache';
import type { InventoryItem } from '../../../contract/inventory.ts';
import { afterCommit } from '../../platform/database/changes/after-commit.ts';
import type { ReportedAt } from '../../platform/database/changes/changes.ts';
import type { Tx } from '../../platform/database/handles.ts';
import type { DeviceCaller } from '../../platform/http/contexts.ts';
import { oncePerPlatform } from '../../platform/once-per-platform.ts';
import type { Platform } from '../../platform/services.ts';
import { deviceSystem } from '../catalog/facade.ts';
import { ApplicationIndex, aliases, type Named, VersionIndex } from './matching.ts';
import * as store from './store.ts';

/** What an item is, by `keyOf`; null where the organization has no such application. */
type Items = Map<string, Named | null>;

interface Kept {
  /** The revision of the organization's catalogs that all of them hold at; some may have been read a moment later. */
  catalog: number;
  items: Items;
  weight: number;
}

/** Bytes, about, of all items that are remembered, and of those of one organization. */
const mostBytes = 32 * 1024 * 1024;
const mostOfOne = 8 * 1024 * 1024;
const weightOf = (key: string): number => 300 + 2 * key.length;

/**
 * What items of lists are called is remembered as long as no catalog of the organization has changed: the devices of an organization
 * say the same few names again and again. By organization and operating system, as one bundle id may stand for an application on each.
 */
class KnownItems {
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: mostBytes,
    sizeCalculation: ({ weight }) => 1 + weight,
  });

  /** What is known in a state, or in a newer one. */
  at(scope: string, catalog: number): ReadonlyMap<string, Named | null> {
    const kept = this.#kept.get(scope);
    return kept !== undefined && kept.catalog >= catalog ? kept.items : nothing;
  }

  /** Remembers what was read in a state. */
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

const knownItems = oncePerPlatform(() => new KnownItems());

/** No text that is sent has a NUL. */
const keyOf = ({ id, bundle_id, version_id, version_num }: InventoryItem): string =>
  `${partOf(id)}\0${partOf(bundle_id)}\0${partOf(version_id)}\0${partOf(version_num)}`;

/** An empty text is not the same as none. */
const partOf = (text: string | number | undefined): string => (text === undefined ? '' : `=${text}`);

/**
 * What each of these items is; null for what is no application of the organization. `at` has to be read in the same transaction: what is
 * remembered is what the database would say then, or a moment later.
 */
export async function named(
  platform: Platform,
  tx: Tx,
  caller: DeviceCaller,
  items: readonly InventoryItem[],
  { catalog }: ReportedAt,
): Promise<(Named | null)[]> {
  const scope = `${caller.homeOrgId} ${deviceSystem(caller.device.operatingSystem)}`;
  const known = knownItems(platform).at(scope, catalog);
  const keys = items.map(keyOf);
  const missing = items.filter((_, at) => !known.has(keys[at] ?? ''));
  if (missing.length === 0) return keys.map((key) => known.get(key) ?? null);
  const found = await lookUp(tx, caller, missing);
  // What a transaction reads, others of the same commit may have written: nobody may believe it before.
  afterCommit(tx, () => knownItems(platform).keep(scope, catalog, found));
  return keys.map((key) => known.get(key) ?? found.get(key) ?? null);
}

async function lookUp(tx: Tx, caller: DeviceCaller, items: readonly InventoryItem[]): Promise<Items> {
  const rows = await store.named(tx, caller.homeOrgId, {
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
