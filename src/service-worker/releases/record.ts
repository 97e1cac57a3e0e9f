/** What this device knows about the catalog's releases. */
export interface ReleaseRecord {
  /** The release whose files are served. */
  serving: string;
  /**
   * The release before it, kept as long as `serving` is on trial; null when that has been drawn, or when there is none
   * before.
   */
  before: string | null;
  /** The ids of the clients to which the release on trial was given. */
  starts: readonly string[];
  /** Releases that were taken back, the newest last. */
  refused: readonly string[];
}

/** Releases that are remembered as taken back. */
const maxRolledBack = 10;

/** Notes that a release is served from now on; on trial when there is another one that has been drawn. */
export function markServing(record: ReleaseRecord, release: string): ReleaseRecord {
  const { serving, before, refused } = record;
  if (serving === release) return record;
  return { serving: release, before: before ?? serving, starts: [], refused };
}

/** Notes that the release on trial was given to a client. */
export const markStarted = (record: ReleaseRecord, client: string): ReleaseRecord => ({
  ...record,
  starts: [...record.starts, client],
});

/** Notes that the release was drawn: it stays. */
export const markDrawn = (record: ReleaseRecord): ReleaseRecord => ({ ...record, before: null, starts: [] });

/** Notes that the release on trial was not drawn: the one before it is served again. */
export const markRolledBack = ({ serving, before, refused }: ReleaseRecord): ReleaseRecord => ({
  serving: before ?? serving,
  before: null,
  starts: [],
  refused: before === null ? refused : [...refused, serving].slice(-maxRolledBack),
});

/**
 * Where the record is stored: beside the files, so that there is never one without the other, and nothing but this
 * cache can fail.
 */
const recordCacheName = 'appshelf-precache';
const getRecordAddress = (turn: number): string => `/release-record/${turn}`;
const parseTurn = ({ url }: Request): number => Number(url.slice(url.lastIndexOf('/') + 1));

/** The last stored record; null when there is none. */
export async function readRecord(): Promise<ReleaseRecord | null> {
  const stored = await caches.match(getRecordAddress(await findLastTurn()), { cacheName: recordCacheName });
  return (await stored?.json().catch(() => null)) ?? null;
}

/** Stores the record. The new one exists before the old one is deleted: a kill between the two leaves both. */
export async function saveRecord(record: ReleaseRecord): Promise<void> {
  const last = await findLastTurn();
  const cache = await caches.open(recordCacheName);
  await cache.put(getRecordAddress(last + 1), Response.json(record));
  for (const request of await cache.keys()) if (parseTurn(request) <= last) await cache.delete(request);
}

async function findLastTurn(): Promise<number> {
  if (!(await caches.has(recordCacheName))) return 0;
  const turns = (await (await caches.open(recordCacheName)).keys()).map(parseTurn);
  return Math.max(0, ...turns);
}
