import { type Static, Type } from 'typebox';
import { CatalogEntry, CatalogInfo, DeviceHeaders } from './catalog.ts';
import { Id, nullable, output, Timestamp } from './common/fields.ts';
import { operation } from './common/operation.ts';

/** What of an entry is the caller's own: on this device, or by their groups. */
const own = {
  required_by_group: Type.Boolean(),
  mandatory: Type.Boolean(),
  /** What the device reported; all three null when it has not reported the application. */
  installed_version_id: nullable(Id),
  installed_version_num: nullable(Type.String()),
  reported: nullable(Timestamp),
};

/** An entry with all that any list shows of it; `install_uri` is without a token. */
export const SyncEntry = output({ ...CatalogEntry.properties, ...own, required_by: Timestamp });
export type SyncEntry = Static<typeof SyncEntry>;

const { install_uri: _, ...info } = CatalogInfo.properties;

/** The caller's own part of an entry that is otherwise as it was: its fields replace those of the entry. */
export const SyncOwn = output({ id: Id, ...own, catalog_info: output(info) });
export type SyncOwn = Static<typeof SyncOwn>;

/** What others did: these fields replace those of `catalog_info`. */
export const SyncNumbers = output({
  id: Id,
  num_downloads: Type.Integer(),
  num_likes: Type.Integer(),
  num_dislikes: Type.Integer(),
  review_quote: Type.String(),
});
export type SyncNumbers = Static<typeof SyncNumbers>;

export const CatalogSync = output({
  /** Names the state that this answer leads to: it is sent with the next request. */
  cursor: Type.String(),
  /** The catalog begins anew: it takes the place of what is kept once `more` is false. */
  whole: Type.Boolean(),
  /** The rest is had by asking again at once. */
  more: Type.Boolean(),
  /** Applications in the catalog. */
  total: Type.Integer({ minimum: 0 }),
  entries: Type.Array(SyncEntry),
  own: Type.Array(SyncOwn),
  numbers: Type.Array(SyncNumbers),
  /** Applications that are not in the catalog, whether they were or not. */
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
    /** Of the answer before; any other is as none. */
    cursor: Type.Optional(Type.String()),
    /** Entries of one step where the catalog begins anew. */
    count: Type.Integer({ minimum: 1, maximum: 1000, default: 500 }),
  }),
  response: CatalogSync,
  deliveries: ['nothing'],
  source: 'ours',
  summary: 'What changed in the own catalog since a cursor',
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
    /** Of the last sync: what changed since is told at once. The header Last-Event-ID does the same. */
    cursor: Type.Optional(Type.String()),
    /** After so long the stream ends; for those behind a proxy that hands on only what is complete. */
    seconds: Type.Integer({ minimum: 0, maximum: 3600, default: 3600 }),
  }),
  response: Type.String(),
  deliveries: ['events'],
  source: 'ours',
  summary: 'A stream that says when the own catalog has changed',
});

/** What an event of the stream says: the revisions that the catalog is made from, and nothing of its content. */
export const CatalogEvent = output({
  catalog: Type.Integer(),
  user: Type.Integer(),
  device: Type.Integer(),
  /** Milliseconds over which those who were told are to spread their next sync, each at a random moment. */
  spread: Type.Integer({ minimum: 0 }),
});
export type CatalogEvent = Static<typeof CatalogEvent>;

export const syncOperations = [syncCatalog, catalogEvents] as const;
