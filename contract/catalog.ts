import { type Static, Type } from 'typebox';
import { shownApplicationFields, shownFileFields, shownVersionFields } from './application-objects.ts';
import { Id, nullable, output, PathIdentifier, Timestamp } from './common/fields.ts';
import { CatalogListQuery, Paging } from './common/lists.ts';
import { operation } from './common/operation.ts';
import { Device, DeviceInfo } from './devices.ts';
import { IdentityUser } from './identity.ts';

/** Document 3, Catalog application entry, `categories`. */
const category = {
  id: Id,
  constant: Type.String(),
  name: Type.String(),
  icon_path: Type.String(),
  org_id: Id,
  i18n_token: Type.String(),
  description: Type.String(),
};
export const CatalogCategory = output(category);
export type CatalogCategory = Static<typeof CatalogCategory>;

/**
 * Document 3, Catalog application entry, `version`. `install_file.checksum` (SHA-256) is ours. An application that is an
 * address has an install file too (document 2, States and transitions): `path` is the address, `size` 0, `checksum` empty.
 */
const catalogVersion = { ...shownVersionFields, install_file: output(shownFileFields) };
export const CatalogVersion = output(catalogVersion);
export type CatalogVersion = Static<typeof CatalogVersion>;

/** Document 3, Catalog application entry, `catalog_info`: the caller's own part of an entry, and the application's counts. */
export const CatalogInfo = output({
  install_uri: Type.String(),
  has_update: Type.Boolean(),
  user_liked: nullable(Type.Integer({ minimum: 0, maximum: 1 })),
  review_quote: Type.String(),
  num_likes: Type.Integer(),
  num_dislikes: Type.Integer(),
  num_downloads: Type.Integer(),
  last_install_file_downloaded_id: nullable(Id),
  last_version_downloaded_id: nullable(Id),
});
export type CatalogInfo = Static<typeof CatalogInfo>;

/** `sort_weight`, and `url` (that of a web or public-store application), are ours here. */
const entry = {
  ...shownApplicationFields,
  categories: Type.Array(CatalogCategory),
  catalog_info: CatalogInfo,
  version: CatalogVersion,
  /** Ours: lets the catalog search and sort offline as the service does. */
  author: Type.String(),
  /**
   * Ours: between which moments it can be installed; absent: no limit on that side. The catalog applies them by the
   * device's clock.
   */
  offered_from: Type.Optional(Timestamp),
  offered_until: Type.Optional(Timestamp),
};

/** Document 3, Catalog application entry. */
export const CatalogEntry = output(entry);
export type CatalogEntry = Static<typeof CatalogEntry>;

const InstalledVersion = nullable(Id);

export const MandatoryEntry = output({
  ...entry,
  required_by: Timestamp,
  installed_version_id: InstalledVersion,
});
export type MandatoryEntry = Static<typeof MandatoryEntry>;

export const InstalledEntry = output({
  ...entry,
  installed_version_id: InstalledVersion,
  /** The number that the device reported, or that of the version it named; null when it reported neither. */
  installed_version_num: nullable(Type.String()),
  reported: Timestamp,
});
export type InstalledEntry = Static<typeof InstalledEntry>;

/** One application with everything that its page shows; open choices, Catalog. */
export const CatalogApplication = output({
  ...entry,
  screenshots: output({ phone: Type.Array(Type.String()), tablet: Type.Array(Type.String()) }),
  min_os_version: nullable(Type.String()),
  form_factor: Type.Integer(),
  versions: Type.Array(CatalogVersion),
  mandatory: Type.Boolean(),
  required_by: Timestamp,
  installed_version_id: InstalledVersion,
  /** Ours: a device that has an older version must remove it first, because that one was signed with another key. */
  other_certificate: Type.Optional(Type.Boolean()),
  /**
   * Ours: who signed the package, and when the certificate expires; null when it is not signed, or the signer is not
   * known.
   */
  signed_by: Type.Optional(nullable(output({ name: Type.String(), until: Timestamp }))),
});
export type CatalogApplication = Static<typeof CatalogApplication>;

export const DeviceHeaders = Type.Object({ 'x-udid': Type.String({ minLength: 1, maxLength: 200 }) });

/** Document 3, POST /v2/catalog/authenticate/, `bio_id_auth`. */
const BioIdAuth = output({
  authentication_method: nullable(Type.String()),
  authentication_url: nullable(Type.String()),
  enable_bio_id: Type.Boolean(),
  event_intermediate_button: nullable(Type.String()),
  event_login_button: nullable(Type.String()),
  login_method: nullable(Type.String()),
  login_url: nullable(Type.String()),
  param_password: nullable(Type.String()),
  param_user: nullable(Type.String()),
  selector_intermediate_button: nullable(Type.String()),
  selector_login_button: nullable(Type.String()),
  selector_password: nullable(Type.String()),
  selector_user: nullable(Type.String()),
});

export const authenticateCatalog = operation({
  name: 'authenticateCatalog',
  area: 'catalog',
  method: 'POST',
  path: '/v2/catalog/authenticate/',
  context: 'none',
  headers: Type.Object({
    'x-bundle-id': Type.Optional(Type.String({ maxLength: 300 })),
    'x-version-num': Type.Optional(Type.String({ maxLength: 100 })),
  }),
  body: Type.Object({
    user_id: Type.String({ minLength: 1, maxLength: 200 }),
    password: Type.String({ minLength: 1, maxLength: 1000 }),
    remember_me: Type.Boolean(),
    register_catalog: Type.Boolean(),
    device_info: DeviceInfo,
  }),
  response: output({
    device: Device,
    organization: output({ id: Id, name: Type.String(), app_installation_path: Type.String() }),
    token: Type.String(),
    ttl_in_seconds: Type.Integer(),
    user: IdentityUser,
    bio_id_auth: BioIdAuth,
  }),
  source: 'document 3, Catalog',
  summary: 'Sign a person in on a device',
});

const reading = {
  area: 'catalog',
  method: 'GET',
  context: 'user_and_device',
  within: ['own_catalog'],
  headers: DeviceHeaders,
  source: 'document 3, Catalog',
} as const;
const list = {
  ...reading,
  query: CatalogListQuery,
  response: output({ applications: Type.Array(CatalogEntry), paging: Paging }),
} as const;

export const listCatalog = operation({
  ...list,
  name: 'listCatalog',
  path: '/v2/catalog/applications/',
  summary: 'List the applications available to the caller on this device',
});

export const readCatalogApplication = operation({
  ...reading,
  name: 'readCatalogApplication',
  path: '/v2/catalog/applications/:application',
  params: Type.Object({ application: PathIdentifier }),
  response: output({ application: CatalogApplication }),
  summary: 'Read one application with its latest version',
});

export const listDownloaded = operation({
  ...list,
  name: 'listDownloaded',
  path: '/v2/catalog/applications/downloaded/',
  summary: 'List the applications that the caller downloaded before',
});

/** The query of a list that has its own default order. */
const orderedBy = (sort: string) =>
  Type.Object({
    ...CatalogListQuery.properties,
    sort: Type.String({ ...CatalogListQuery.properties.sort, default: sort }),
  });

export const listFeatured = operation({
  ...list,
  query: orderedBy('sort_weight,name'),
  name: 'listFeatured',
  path: '/v2/catalog/applications/featured/',
  summary: 'List the applications with a banner',
});

export const listMandatory = operation({
  ...list,
  name: 'listMandatory',
  path: '/v2/catalog/applications/mandatory/',
  response: output({ applications: Type.Array(MandatoryEntry), paging: Paging }),
  summary: 'List the applications that the caller must install on this device',
});

export const listPopular = operation({
  ...list,
  query: orderedBy('-num_downloads,name'),
  name: 'listPopular',
  path: '/v2/catalog/applications/popular/',
  summary: 'List the most downloaded applications first',
});

export const listUpdates = operation({
  ...list,
  name: 'listUpdates',
  path: '/v2/catalog/applications/updates/',
  summary: 'List the installed applications that have a newer version',
});

export const readCatalogVersion = operation({
  ...reading,
  name: 'readCatalogVersion',
  path: '/v2/catalog/applications/versions/:version',
  params: Type.Object({ version: PathIdentifier }),
  response: output({ version: output({ ...catalogVersion, catalog_info: CatalogInfo }) }),
  summary: 'Read one version that the caller may see',
});

export const listCategoryApplications = operation({
  ...list,
  name: 'listCategoryApplications',
  path: '/v2/catalog/categories/:category/applications/',
  params: Type.Object({ category: PathIdentifier }),
  summary: 'List the applications of a category',
});

export const listCatalogCategories = operation({
  ...reading,
  name: 'listCatalogCategories',
  path: '/v1/catalog/categories/',
  response: output({
    categories: Type.Array(output({ ...category, application_count: Type.Integer({ minimum: 1 }) })),
  }),
  summary: 'List the categories with at least one visible application',
});

export const searchCatalog = operation({
  ...list,
  name: 'searchCatalog',
  path: '/v2/catalog/search/',
  query: Type.Object({ ...CatalogListQuery.properties, q: Type.String({ minLength: 1, maxLength: 200 }) }),
  summary: 'Search applications by name, descriptions, author and category',
});

export const catalogOperations = [
  authenticateCatalog,
  listCatalog,
  readCatalogApplication,
  listDownloaded,
  listFeatured,
  listMandatory,
  listPopular,
  listUpdates,
  readCatalogVersion,
  listCategoryApplications,
  listCatalogCategories,
  searchCatalog,
] as const;
