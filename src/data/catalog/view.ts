import type { CatalogEntry } from '../../../contract/catalog.ts';
import { type InstallRecord, unknownVersion } from '../installs/install-record.ts';
import type { Effect, PendingWrites } from '../outbox/pending-write.ts';
import type { OutboxRow } from '../outbox/row.ts';
import type { CatalogLists } from './kept-list.ts';

/** What a person sees: what was fetched, with the effects of their own writes that it does not contain yet. */
export interface CatalogView extends CatalogLists {
  /** By name. */
  entries: readonly CatalogEntry[];
  byId: ReadonlyMap<string, CatalogEntry>;
}

/** What was fetched. `savedAt`: when the last complete sync began. */
export interface CatalogBase {
  entries: readonly CatalogEntry[];
  lists: CatalogLists;
  savedAt: number | null;
}

export type Installs = ReadonlyMap<string, InstallRecord>;

/** The effects of writes that what was fetched does not contain: the unsent ones, and those sent since the last sync began. */
export function effectsOf(
  rows: readonly OutboxRow[],
  writes: PendingWrites,
  savedAt: number | null,
): readonly Effect[] {
  return rows
    .filter(({ state, sentAt }) => (state === 'sent' ? (sentAt ?? 0) >= (savedAt ?? 0) : state !== 'refused'))
    .flatMap((row) => writes.get(row.kind)?.effect?.(row.payload) ?? []);
}

/** One entry with the effects and installs that concern it. */
export function showEntry<E extends CatalogEntry>(
  entry: E,
  effects: readonly Effect[],
  installs: Installs,
): E {
  const changed = effects
    .filter(({ application }) => application === entry.id)
    .reduce<CatalogEntry>((shown, effect) => effect.change(shown), entry);
  const isLatest = installs.get(entry.id)?.installed === entry.version.id;
  if (changed === entry && !(isLatest && entry.catalog_info.has_update)) return entry;
  const catalog_info = { ...changed.catalog_info, ...(isLatest && { has_update: false }) };
  return { ...entry, ...changed, catalog_info };
}

/** The catalog and its lists with effects and installs; lists show the catalog's entries, not their own older copies. */
export function viewOf(base: CatalogBase, effects: readonly Effect[], installs: Installs): CatalogView {
  const touched = new Set([...effects.map(({ application }) => application), ...installs.keys()]);
  const show = <E extends CatalogEntry>(entry: E): E =>
    touched.has(entry.id) ? showEntry(entry, effects, installs) : entry;
  const entries = touched.size === 0 ? base.entries : base.entries.map(show);
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const current = (entry: CatalogEntry) => byId.get(entry.id) ?? show(entry);
  const { featured, popular, updates, downloaded, mandatory, installed, categories } = base.lists;
  return {
    entries,
    byId,
    categories,
    featured: featured?.map(current) ?? null,
    popular: popular?.map(current) ?? null,
    downloaded: downloaded?.map(current) ?? null,
    updates: updates?.map(current).filter((entry) => isOutdated(entry, installs)) ?? null,
    mandatory:
      mandatory?.map((entry) => ({
        ...entry,
        ...current(entry),
        installed_version_id: installedVersion(entry, installs),
      })) ?? null,
    installed: installed === null ? null : installedOf(base.lists, current, byId, installs),
  };
}

function isOutdated(entry: CatalogEntry, installs: Installs): boolean {
  const record = installs.get(entry.id);
  return record === undefined || (record.installed !== null && record.installed !== entry.version.id);
}

function installedVersion(
  entry: { id: string; installed_version_id: string | null },
  installs: Installs,
): string | null {
  const record = installs.get(entry.id);
  if (record === undefined) return entry.installed_version_id;
  return record.installed === unknownVersion ? null : record.installed;
}

/** The inventory as the service last gave it, with what was confirmed or removed on this device since. */
function installedOf(
  lists: CatalogLists,
  current: (entry: CatalogEntry) => CatalogEntry,
  byId: ReadonlyMap<string, CatalogEntry>,
  installs: Installs,
): CatalogLists['installed'] {
  const told = new Map(lists.installed?.map((entry) => [entry.id, { ...entry, ...current(entry) }]));
  for (const record of installs.values()) {
    const entry = told.get(record.application) ?? byId.get(record.application);
    if (record.installed === null || entry === undefined) told.delete(record.application);
    else {
      const reported = new Date(record.changed).toISOString();
      const installed_version_id = record.installed === unknownVersion ? null : record.installed;
      const installed_version_num = record.number ?? null;
      told.set(entry.id, { reported, ...entry, installed_version_id, installed_version_num });
    }
  }
  return [...told.values()];
}
