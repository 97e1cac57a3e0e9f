import { type Static, Type } from 'typebox';
import { CatalogEntry, CatalogInfo, DeviceHeaders } from './catalog.ts';
import { Id, nullable, output, Timestamp } from './common/fields.ts';
import { operation } from './common/operation.ts';

/** The fields of an entry that depend on the caller's device or groups. */
const own = {
  required_by_group: Type.Boolean(),
  mandatory: Type.Boolean(),
  /** What the device reported; all three null when it has not reported the application. */
  installed_version_id: nullable(Id),
  installed_version_num: nullable(Type.String()),
  reported: nullable(Timestamp),
};

/** An entry with the fields of all lists; `install_uri` is without a token. */
export const SyncEntry = output({ ...CatalogEntry.properties, ...own, required_by: Timestamp });
export type SyncEntry = Static<typeof SyncEntry>;

const { install_uri: _, ...info } = CatalogInfo.properties;

/** The caller's own part of an entry of which nothing else has changed: these fields replace those of the entry. */
export const SyncOwn = output({ id: Id, ...own, catalog_info: output(info) });
export type SyncOwn = Static<typeof SyncOwn>;

/** The counts of downloads and likes: these fields replace those of `catalog_info`. */
export const SyncNumbers = output({
  id: Id,
  num_downloads: Type.Integer(),
  num_likes: Type.Integer(),
  num_dislikes: Type.Integer(),
  review_quote: Type.String(),
});
export type SyncNumbers = Static<typeof SyncNumbers>;

export const CatalogSync = output({
  /** The state of the catalog after this answer; send it with the next request. It begins with the id of the event of that state. */
  cursor: Type.String(),
  /** True: the answer is part of a complete catalog, which replaces the kept one when `more` is false. */
  whole: Type.Boolean(),
  /** True: request the rest at once, with the new cursor. */
  more: Type.Boolean(),
  /** Number of applications in the catalog. */
  total: Type.Integer({ minimum: 0 }),
  entries: Type.Array(SyncEntry),
  own: Type.Array(SyncOwn),
  numbers: Type.Array(SyncNumbers),
  /** Applications that are not in the catalog (any more). */
  gone: Type.Array(Id),
});
export type CatalogSync = Static<typeof CatalogSync>;

export const syncCatalog = operation({
  name: 'syncCatalog',
  area: 'catalog',
  method: 'GET',
  path: '/v3/catalog/sync',
  context: 'user_and_device',
  within: ['own_catalog'],
  headers: DeviceHeaders,
  query: Type.Object({
    /** The cursor of the answer before. An unknown one counts as none. */
    cursor: Type.Optional(Type.String()),
    /** Most entries in one answer, when the complete catalog is sent. */
    count: Type.Integer({ minimum: 1, maximum: 1000, default: 500 }),
  }),
  response: CatalogSync,
  deliveries: ['nothing'],
  source: 'ours: a device keeps its catalog, and asks only for what changed; docs/sync.md',
  summary: "Read what changed in the caller's catalog since a cursor",
});

export const catalogEvents = operation({
  name: 'catalogEvents',
  area: 'catalog',
  method: 'GET',
  path: '/v3/catalog/events',
  context: 'user_and_device',
  within: ['own_catalog'],
  headers: DeviceHeaders,
  query: Type.Object({
    /** The cursor of the last sync: a change since then is reported at once. The header Last-Event-ID does the same. */
    cursor: Type.Optional(Type.String()),
    /** The stream ends after so many seconds: for clients behind a proxy that forwards only complete answers. */
    seconds: Type.Integer({ minimum: 0, maximum: 3600, default: 3600 }),
  }),
  response: Type.String(),
  deliveries: ['events'],
  source: 'ours: tells an open catalog at once that something changed; docs/sync.md',
  summary: "Stream an event whenever the caller's catalog has changed",
});

/** An event of the stream: the revisions that the catalog is made from. */
export const CatalogEvent = output({
  catalog: Type.Integer(),
  user: Type.Integer(),
  device: Type.Integer(),
  /** Milliseconds within which the client should sync, at a random moment, so that clients do not all sync at once. */
  spread: Type.Integer({ minimum: 0 }),
});
export type CatalogEvent = Static<typeof CatalogEvent>;

export const syncOperations = [syncCatalog, catalogEvents] as const;
