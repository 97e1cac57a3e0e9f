import type { CatalogEntry } from '../../../contract/catalog.ts';
import type { SyncEntry } from '../../../contract/sync.ts';
import { type InstallRecord, unknownVersion } from '../installs/install-record.ts';
import type { Effect, PendingWrites } from '../outbox/pending-write.ts';
import type { OutboxRow } from '../outbox/row.ts';
import type { DerivedLists } from './derived-lists.ts';

type Lists = Omit<DerivedLists, 'all'>;

/**
 * What a person sees: the kept catalog, with the effects of their own writes that it does not contain yet. Lists are
 * null until known.
 */
export type CatalogView = { [N in keyof Lists]: Lists[N] | null } & {
  /** By name. */
  entries: readonly SyncEntry[];
  byId: ReadonlyMap<string, SyncEntry>;
};

/** The kept catalog. */
export interface CatalogBase {
  byId: ReadonlyMap<string, SyncEntry>;
  /** Null before anything is known. */
  lists: DerivedLists | null;
  /** The ids of the sent outbox rows whose effects it contains. */
  contains: ReadonlySet<string>;
}

export type Installs = ReadonlyMap<string, InstallRecord>;

/**
 * The effects of writes that the kept catalog does not contain: unsent ones, and those sent since the last sync began.
 */
export function effectsOf(
  rows: readonly OutboxRow[],
  writes: PendingWrites,
  contains: ReadonlySet<string>,
): readonly Effect[] {
  return rows
    .filter(({ state, id }) => (state === 'sent' ? !contains.has(id) : state !== 'refused'))
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

/** The catalog and its lists with effects and installs. */
export function viewOf(
  { byId, lists }: CatalogBase,
  effects: readonly Effect[],
  installs: Installs,
): CatalogView {
  if (lists === null) return { entries: [], byId, ...unknownLists };
  const touched = [...effects.map(({ application }) => application), ...installs.keys()];
  const changed = new Map<string, SyncEntry>();
  for (const entry of touched.flatMap((id) => byId.get(id) ?? [])) {
    const shown = showEntry(entry, effects, installs);
    if (shown !== entry) changed.set(entry.id, shown);
  }
  const current = (entry: SyncEntry) => changed.get(entry.id) ?? entry;
  const currentOf = (entries: readonly SyncEntry[]) => (changed.size === 0 ? entries : entries.map(current));
  return {
    entries: currentOf(lists.all),
    byId: changed.size === 0 ? byId : new Map([...byId, ...changed]),
    categories: lists.categories,
    featured: currentOf(lists.featured),
    popular: currentOf(lists.popular.slice(0, mostPopular)),
    downloaded: currentOf(lists.downloaded),
    updates: currentOf(lists.updates).filter((entry) => isOutdated(entry, installs)),
    mandatory: lists.mandatory.map((entry) => withInstalled(current(entry), installs.get(entry.id))),
    installed: installedOf(lists.installed, (id) => changed.get(id) ?? byId.get(id), installs),
  };
}

/** As many popular applications as any screen shows. */
const mostPopular = 50;

const unknownLists = {
  featured: null,
  popular: null,
  updates: null,
  downloaded: null,
  mandatory: null,
  installed: null,
  categories: null,
};

function isOutdated(entry: SyncEntry, installs: Installs): boolean {
  const record = installs.get(entry.id);
  return record === undefined || (record.installed !== null && record.installed !== entry.version.id);
}

/** The entry with what this device knows about the install, which is newer than what the service was told. */
function withInstalled(entry: SyncEntry, record: InstallRecord | undefined): SyncEntry {
  if (record === undefined) return entry;
  const { installed, number = null, changed } = record;
  return {
    ...entry,
    installed_version_id: installed === unknownVersion ? null : installed,
    installed_version_num: number,
    reported: installed === null ? null : (entry.reported ?? new Date(changed).toISOString()),
  };
}

/** The service's last inventory, with what was confirmed or removed on this device since. */
function installedOf(
  told: readonly SyncEntry[],
  entryOf: (id: string) => SyncEntry | undefined,
  installs: Installs,
): SyncEntry[] {
  const ids = new Set([...told.map(({ id }) => id), ...installs.keys()]);
  return [...ids].flatMap((id) => {
    const entry = entryOf(id);
    const shown = entry && withInstalled(entry, installs.get(id));
    return shown === undefined || shown.reported === null ? [] : [shown];
  });
}
