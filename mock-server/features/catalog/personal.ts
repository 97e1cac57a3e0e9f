import type { Db } from '../../platform/database/handles.ts';
import { compareVersions } from '../../platform/version-numbers.ts';
import { type InstalledRow, type KnownVersion, knownVersions, lastReported } from './installed-store.ts';
import type { Listing } from './listing.ts';
import * as store from './personal-store.ts';

export interface InstalledVersion {
  /** The id of the version; null when the device named none, or one that the service does not have. */
  id: string | null;
  ordinal: number | null;
  versionNum: string | null;
  reported: string;
}

/** The personal part of a catalog, the same on all devices, by application. */
export interface PersonPart {
  /** No other part has the same stamp. */
  stamp: number;
  groups: readonly string[];
  likes: ReadonlyMap<string, 0 | 1>;
  downloads: ReadonlyMap<string, { version: string; installFile: string }>;
}

/** What the device reported as installed. */
export interface DevicePart {
  /** No other part has the same stamp. */
  stamp: number;
  /** The installed version, by application. */
  versions: ReadonlyMap<string, InstalledVersion>;
  /** Items that are no application of the organization, each as JSON, in the order sent. */
  unknown: readonly string[];
}

/** Makes a part of what a device has just reported. */
export const devicePart = ({ versions, unknown }: Omit<DevicePart, 'stamp'>): DevicePart => ({
  stamp: nextStamp(),
  versions,
  unknown,
});

let read = 0;

function nextStamp(): number {
  read += 1;
  return read;
}

/** Most people and devices have no entries: they share one empty map. */
const kept = <T>(entries: ReadonlyMap<string, T>): ReadonlyMap<string, T> =>
  entries.size === 0 ? nothing : entries;
const nothing: ReadonlyMap<string, never> = new Map<string, never>();

export const loadPersonPart = async (db: Db, orgId: string, userId: string): Promise<PersonPart> =>
  personPart(await store.personalRows(db, orgId, userId));

/** A row about a person's groups and applications, as it was read. */
interface PersonalRow {
  kind: string;
  id: string;
  value: string | null;
  file: string | null;
}

export function personPart(rows: readonly PersonalRow[]): PersonPart {
  const groups: string[] = [];
  const likes = new Map<string, 0 | 1>();
  const downloads = new Map<string, { version: string; installFile: string }>();
  for (const { kind, id, value, file } of rows) {
    if (kind === 'group') groups.push(id);
    else if (kind === 'like') likes.set(id, value === '1' ? 1 : 0);
    else downloads.set(id, { version: value ?? '', installFile: file ?? '' });
  }
  return { stamp: nextStamp(), groups: groups.sort(), likes: kept(likes), downloads: kept(downloads) };
}

export async function loadDevicePart(db: Db, orgId: string, deviceId: string): Promise<DevicePart> {
  const rows = await store.reportedOn(db, orgId, deviceId);
  const of = (wanted: string) => rows.filter(({ kind }) => kind === wanted);
  const [list] = of('list');
  const reported = lastReported(
    of('installed'),
    list && { versions: list.item ?? '[]', reported: list.reported },
  );
  const known = await knownVersions(db, orgId, [...reported.values()]);
  const unknown = of('unknown').flatMap(({ item }) => item ?? []);
  return readDevicePart(reported, known, unknown);
}

/** Makes a part of what was read of a device and of the versions that it has; `unknown` is in the order sent. */
export const readDevicePart = (
  reported: ReadonlyMap<string, InstalledRow>,
  known: ReadonlyMap<string, KnownVersion>,
  unknown: readonly string[],
): DevicePart =>
  devicePart({
    versions: kept(
      new Map([...reported].map(([application, row]) => [application, installedVersion(row, known)])),
    ),
    unknown,
  });

function installedVersion(
  { version, version_num, reported }: InstalledRow,
  known: ReadonlyMap<string, KnownVersion>,
): InstalledVersion {
  const found = known.get(version ?? '');
  return {
    id: version,
    ordinal: found?.ordinal ?? null,
    versionNum: found?.version_num ?? version_num,
    reported,
  };
}

/**
 * Whether a version is newer than the installed one. An installed version that the service does not have is compared by
 * the version of its package, as devices do; without a version it is no update.
 */
export function isUpdate(listing: Listing, installed: InstalledVersion | undefined): boolean {
  if (installed === undefined) return false;
  if (installed.ordinal !== null) return installed.ordinal < listing.version.ordinal;
  if (installed.versionNum === null) return false;
  const { package_version, version_num } = listing.version;
  return compareVersions(installed.versionNum, package_version ?? version_num) === -1;
}
