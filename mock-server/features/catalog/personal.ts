import { compareVersions } from '../../app-packages/version-numbers.ts';
import type { Db } from '../../platform/database/handles.ts';
import { findKnownVersions, type InstalledRow, type KnownVersion, mergeReported } from './installed-store.ts';
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
export interface PersonState {
  groups: readonly string[];
  likes: ReadonlyMap<string, 0 | 1>;
  downloads: ReadonlyMap<string, { version: string; installFile: string }>;
}

/** What the device reported as installed. */
export interface DeviceState {
  /** The installed version, by application. */
  versions: ReadonlyMap<string, InstalledVersion>;
  /** Items that are no application of the organization, each as JSON, in the order sent. */
  unknown: readonly string[];
}

/** Reads what a person has to do with groups and applications. */
export async function loadPersonState(db: Db, orgId: string, userId: string): Promise<PersonState> {
  const rows = await store.personalRows(db, orgId, userId);
  const groups: string[] = [];
  const likes = new Map<string, 0 | 1>();
  const downloads = new Map<string, { version: string; installFile: string }>();
  for (const { kind, id, value, file } of rows) {
    if (kind === 'group') groups.push(id);
    else if (kind === 'like') likes.set(id, value === '1' ? 1 : 0);
    else downloads.set(id, { version: value ?? '', installFile: file ?? '' });
  }
  return { groups: groups.sort(), likes, downloads };
}

/** Reads what a device reported. */
export async function loadDeviceState(db: Db, orgId: string, deviceId: string): Promise<DeviceState> {
  const rows = await store.findReported(db, orgId, deviceId);
  const of = (wanted: string) => rows.filter(({ kind }) => kind === wanted);
  const [list] = of('list');
  const reported = mergeReported(
    of('installed'),
    list && { versions: list.item ?? '[]', reported: list.reported },
  );
  const known = await findKnownVersions(db, orgId, [...reported.values()]);
  return {
    versions: new Map(
      [...reported].map(([application, row]) => [application, findInstalledVersion(row, known)]),
    ),
    unknown: of('unknown').flatMap(({ item }) => item ?? []),
  };
}

function findInstalledVersion(
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
