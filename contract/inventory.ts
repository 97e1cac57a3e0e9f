import { type Static, Type } from 'typebox';
import { DeviceHeaders, InstalledEntry } from './catalog.ts';
import { AnyIdentifier, nullable, output } from './common/fields.ts';
import { CatalogListQuery, Paging } from './common/lists.ts';
import { operation } from './common/operation.ts';
import { writeHeaders } from './common/writes.ts';

export const listInstalled = operation({
  name: 'listInstalled',
  area: 'inventory',
  method: 'GET',
  path: '/v1/catalog/applications/installed/',
  context: 'user_and_device',
  within: ['own_catalog'],
  headers: DeviceHeaders,
  query: CatalogListQuery,
  response: output({ applications: Type.Array(InstalledEntry), paging: Paging }),
  source: 'document 3, Catalog; payload ours',
  summary: 'List the applications installed on this device, from the inventory that it reported',
});

/**
 * An installed application, named by `id` or `bundle_id`; its version by `version_id`, by `version_num`, or not at all. Of
 * two items for the same application the last counts.
 */
export const InventoryItem = Type.Object({
  id: Type.Optional(AnyIdentifier),
  bundle_id: Type.Optional(Type.String({ minLength: 1, maxLength: 300 })),
  version_id: Type.Optional(AnyIdentifier),
  version_num: Type.Optional(Type.String({ maxLength: 100 })),
});
export type InventoryItem = Static<typeof InventoryItem>;

/** An item as POST takes it: null and an empty bundle id count as not sent. */
const PostedItem = Type.Object({
  id: Type.Optional(nullable(AnyIdentifier)),
  bundle_id: Type.Optional(nullable(Type.String({ maxLength: 300 }))),
  version_id: Type.Optional(nullable(AnyIdentifier)),
  version_num: Type.Optional(nullable(Type.String({ maxLength: 100 }))),
});
export type PostedItem = Static<typeof PostedItem>;

export const postInstalled = operation({
  name: 'postInstalled',
  recorded: false,
  area: 'inventory',
  method: 'POST',
  path: '/v1/catalog/applications/installed/',
  context: 'user_and_device',
  headers: Type.Object({ ...DeviceHeaders.properties, ...writeHeaders }),
  bodySize: 'large',
  body: Type.Object({ applications: Type.Array(PostedItem, { maxItems: 5000 }) }),
  response: output({ applications: Type.Array(InstalledEntry), unknown: Type.Array(InventoryItem) }),
  source: 'document 3, Catalog; payload ours',
  summary: 'Replace the inventory of this device',
});

/** What happened to one application on the device; without a version: that it is installed. */
export const InventoryChange = Type.Object({
  application: AnyIdentifier,
  state: Type.Union([Type.Literal('installed'), Type.Literal('removed')]),
  version_id: Type.Optional(AnyIdentifier),
});
export type InventoryChange = Static<typeof InventoryChange>;

export const changeInstalled = operation({
  name: 'changeInstalled',
  recorded: false,
  area: 'inventory',
  method: 'POST',
  path: '/v3/catalog/inventory/changes/',
  context: 'user_and_device',
  headers: Type.Object({ ...DeviceHeaders.properties, ...writeHeaders }),
  bodySize: 'large',
  body: Type.Object({ changes: Type.Array(InventoryChange, { maxItems: 5000 }) }),
  response: output({ unknown: Type.Array(AnyIdentifier) }),
  source: 'ours: what is not named stays as it is, so that no report loses what another one said',
  summary:
    'Change the inventory of this device; `unknown` lists those that name no application which the person has or had',
});

export const inventoryOperations = [listInstalled, postInstalled, changeInstalled] as const;
