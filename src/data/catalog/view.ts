import type { CatalogEntry } from '../../../contract/catalog.ts';
import type { SyncEntry } from '../../../contract/sync.ts';
import type { Effect, PendingWrites } from '../outbox/pending-write.ts';
import { type InstallRecord, unknownVersion } from '../records/install-record.ts';
import type { OutboxRow } from '../records/outbox-row.ts';
import type { DerivedLists } from '../records/sync-state.ts';

type Lists = Omit<DerivedLists, 'all'>;

/**
 * What a person sees: the cached catalog, with the effects of their own writes that it does not contain yet. Lists are
 * null until known.
 */
export type CatalogView = { [N in keyof Lists]: Lists[N] | null } & {
  /** By name. */
  entries: readonly SyncEntry[];
  byId: ReadonlyMap<string, SyncEntry>;
};

/** The cached catalog. */
export interface CatalogBase {
  byId: ReadonlyMap<string, SyncEntry>;
  /** Null before anything is known. */
  lists: DerivedLists | null;
  /** The ids of the sent outbox rows whose effects it contains. */
  contains: ReadonlySet<string>;
}

export type Installs = ReadonlyMap<string, InstallRecord>;

/**
 * The effects of writes that the cached catalog does not contain: unsent ones, and those sent since the last sync began.
 */
export function listEffects(
  rows: readonly OutboxRow[],
  writes: PendingWrites,
  contains: ReadonlySet<string>,
): readonly Effect[] {
  return rows
    .filter(({ state, id }) => (state === 'sent' ? !contains.has(id) : state !== 'refused'))
    .flatMap((row) => writes.get(row.kind)?.getEffect?.(row.payload) ?? []);
}

/** One entry with the effects and installs that concern it. */
export function applyToEntry<E extends CatalogEntry>(
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
export function buildView(
  { byId, lists }: CatalogBase,
  effects: readonly Effect[],
  installs: Installs,
): CatalogView {
  if (lists === null) return { entries: [], byId, ...emptyLists };
  const touched = [...effects.map(({ application }) => application), ...installs.keys()];
  const changed = new Map<string, SyncEntry>();
  for (const entry of touched.flatMap((id) => byId.get(id) ?? [])) {
    const shown = applyToEntry(entry, effects, installs);
    if (shown !== entry) changed.set(entry.id, shown);
  }
  const applyChanges = (entry: SyncEntry) => changed.get(entry.id) ?? entry;
  const applyChangesToAll = (entries: readonly SyncEntry[]) =>
    changed.size === 0 ? entries : entries.map(applyChanges);
  return {
    entries: applyChangesToAll(lists.all),
    byId: changed.size === 0 ? byId : new Map([...byId, ...changed]),
    categories: lists.categories,
    featured: applyChangesToAll(lists.featured),
    popular: applyChangesToAll(lists.popular.slice(0, maxPopular)),
    downloaded: applyChangesToAll(lists.downloaded),
    updates: applyChangesToAll(lists.updates).filter((entry) => isOutdated(entry, installs)),
    mandatory: lists.mandatory.map((entry) => applyInstalls(applyChanges(entry), installs.get(entry.id))),
    installed: listInstalled(lists.installed, (id) => changed.get(id) ?? byId.get(id), installs),
  };
}

/** As many popular applications as any screen shows. */
const maxPopular = 50;

const emptyLists = {
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
function applyInstalls(entry: SyncEntry, record: InstallRecord | undefined): SyncEntry {
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
function listInstalled(
  reported: readonly SyncEntry[],
  entryOf: (id: string) => SyncEntry | undefined,
  installs: Installs,
): SyncEntry[] {
  const ids = new Set([...reported.map(({ id }) => id), ...installs.keys()]);
  return [...ids].flatMap((id) => {
    const entry = entryOf(id);
    const shown = entry && applyInstalls(entry, installs.get(id));
    return shown === undefined || shown.reported === null ? [] : [shown];
  });
}
