import { type Static, Type } from 'typebox';
import { CatalogEntry, CatalogVersion, DeviceHeaders } from './catalog.ts';
import { AnyIdentifier, output, PathIdentifier } from './common/fields.ts';
import { operation } from './common/operation.ts';
import { writeHeaders } from './common/writes.ts';

/**
 * Token and device in the query, as documented. `download_token` is ours and replaces both: the token of a link that the
 * service made for one user, device and file.
 */
export const DownloadQuery = Type.Object({
  token: Type.Optional(Type.String({ maxLength: 500 })),
  udid: Type.Optional(Type.String({ maxLength: 200 })),
  download_token: Type.Optional(Type.String({ maxLength: 1000 })),
});

/** `system` is ours: the device's operating system, which User-Agent can hide (an iPad claims to be a Mac). */
const DirectQuery = Type.Object({
  ...DownloadQuery.properties,
  system: Type.Optional(Type.Union([Type.Literal('ios'), Type.Literal('android')])),
});

/**
 * The header that answers a HEAD request for an install file with whether the download of its link has begun. A page
 * that passed the link to the operating system learns of the download by this, since browsers do not report it.
 */
export const startedHeader = { header: 'appshelf-begun', value: '1' } as const;

const ApplicationParams = Type.Object({ application: PathIdentifier });
const VersionParams = Type.Object({ version: PathIdentifier });

/** A catalog entry with `version`, `install_file` and `install_uri` at its top level; document 3, Response for Android. */
const DeliveryEntry = output({
  ...CatalogEntry.properties,
  install_uri: Type.String(),
  install_file: CatalogVersion.properties.install_file,
});

const deliveryRequest = {
  area: 'downloads',
  method: 'GET',
  context: 'query_token_and_device',
  within: ['own_catalog'],
  query: DownloadQuery,
  source: 'document 3, Downloads and installs',
} as const;
/** For iOS an XML property list; for other systems a redirect to the file, with a page that links it. */
const install = {
  ...deliveryRequest,
  response: Type.String(),
  deliveries: ['manifest', 'redirect'],
} as const;
/** For iOS an XML property list; for other systems the entries as JSON. */
const installSeveral = {
  ...deliveryRequest,
  response: output({ applications: Type.Array(DeliveryEntry) }),
  deliveries: ['manifest'],
} as const;
const direct = {
  area: 'downloads',
  method: 'GET',
  context: 'direct_install',
  within: ['direct_install'],
  query: DirectQuery,
  response: Type.String(),
  deliveries: ['redirect'],
  source: 'document 3, Downloads and installs; payload ours',
} as const;

export const installApplication = operation({
  ...install,
  name: 'installApplication',
  path: '/v1/downloads/install/applications/:application',
  params: ApplicationParams,
  summary: 'Install an application: manifest on iOS, redirect on Android',
});

export const installAll = operation({
  ...installSeveral,
  name: 'installAll',
  path: '/v2/downloads/install/applications/all',
  summary: 'Install everything available to the caller on this device',
});

export const installMandatory = operation({
  ...installSeveral,
  name: 'installMandatory',
  path: '/v2/downloads/mandatory/applications/all',
  summary: 'Install everything that the caller must have on this device',
});

export const installUpdates = operation({
  ...installSeveral,
  name: 'installUpdates',
  path: '/v2/downloads/update/applications/all',
  summary: 'Install the updates of what is installed on this device',
});

export const installVersion = operation({
  ...install,
  name: 'installVersion',
  path: '/v1/downloads/install/versions/:version',
  params: VersionParams,
  summary: 'Install one version',
});

export const directApplication = operation({
  ...direct,
  name: 'directApplication',
  path: '/v1/downloads/direct/applications/:application/',
  params: ApplicationParams,
  summary: 'Install an application without signing in, where it allows that',
});

export const directVersion = operation({
  ...direct,
  name: 'directVersion',
  path: '/v1/downloads/direct/versions/:version/',
  params: VersionParams,
  summary: 'Install a version without signing in, where the application allows that',
});

export const directOriginal = operation({
  ...direct,
  name: 'directOriginal',
  path: '/v1/downloads/direct/versions/:version/original/',
  params: VersionParams,
  summary: 'Download the file of a version as it was uploaded',
});

/** How many openings of an address one write may report. */
const maxOpenings = 100;

/** Openings of the address of a web application, or of its page in a public store. */
const Opening = Type.Object({
  application: AnyIdentifier,
  times: Type.Integer({ minimum: 1, maximum: maxOpenings }),
});
export type Opening = Static<typeof Opening>;

export const reportOpenings = operation({
  name: 'reportOpenings',
  recorded: false,
  area: 'downloads',
  method: 'POST',
  path: '/v3/catalog/openings/',
  context: 'user_and_device',
  headers: Type.Object({ ...DeviceHeaders.properties, ...writeHeaders }),
  body: Type.Object({ openings: Type.Array(Opening, { maxItems: 100 }) }),
  response: output({ unknown: Type.Array(AnyIdentifier) }),
  source: 'ours: a catalog opens addresses by itself, and says so afterwards; most_popular_apps counts them',
  summary:
    'Report which addresses the catalog opened; `unknown` lists those that are not in the caller’s catalog',
});

export const downloadOperations = [
  installApplication,
  installAll,
  installMandatory,
  installUpdates,
  installVersion,
  directApplication,
  directVersion,
  directOriginal,
  reportOpenings,
] as const;
