import { Type } from 'typebox';
import { CatalogEntry, CatalogVersion } from './catalog.ts';
import { output, PathIdentifier } from './common/fields.ts';
import { operation } from './common/operation.ts';

/**
 * Token and device in the query, as documented. `download_token` is ours: the token of a link that we handed out, for
 * one user, device and file; it stands in place of both.
 */
export const DownloadQuery = Type.Object({
  token: Type.Optional(Type.String({ maxLength: 500 })),
  udid: Type.Optional(Type.String({ maxLength: 200 })),
  download_token: Type.Optional(Type.String({ maxLength: 1000 })),
});

/** `system` is ours: what the device is, where its browser's name hides that. An iPad says that it is a Mac. */
const DirectQuery = Type.Object({
  ...DownloadQuery.properties,
  system: Type.Optional(Type.Union([Type.Literal('ios'), Type.Literal('android')])),
});

const ApplicationParams = Type.Object({ application: PathIdentifier });
const VersionParams = Type.Object({ version: PathIdentifier });

/** An application entry “with `version`, `install_file`, `install_uri`”; document 3, Response for Android. */
const DeliveryEntry = output({
  ...CatalogEntry.properties,
  install_uri: Type.String(),
  install_file: CatalogVersion.properties.install_file,
});

const asked = {
  area: 'downloads',
  method: 'GET',
  context: 'query_token_and_device',
  within: ['own_catalog'],
  query: DownloadQuery,
  source: 'document 3, Downloads and installs',
} as const;
/** iOS: an XML property list; others: a redirect page to the file. */
const install = { ...asked, response: Type.String(), deliveries: ['manifest', 'redirect'] } as const;
/** iOS: an XML property list; others: the entries. */
const installSeveral = {
  ...asked,
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
  summary: 'Everything available to the caller that suits the device',
});

export const installMandatory = operation({
  ...installSeveral,
  name: 'installMandatory',
  path: '/v2/downloads/mandatory/applications/all',
  summary: 'Everything mandatory for the caller',
});

export const installUpdates = operation({
  ...installSeveral,
  name: 'installUpdates',
  path: '/v2/downloads/update/applications/all',
  summary: 'Updates of what is installed on the device',
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
  summary: 'Direct install of an application, for applications that allow it',
});

export const directVersion = operation({
  ...direct,
  name: 'directVersion',
  path: '/v1/downloads/direct/versions/:version/',
  params: VersionParams,
  summary: 'Direct install of a version',
});

export const directOriginal = operation({
  ...direct,
  name: 'directOriginal',
  path: '/v1/downloads/direct/versions/:version/original/',
  params: VersionParams,
  summary: 'The file of a version as it was uploaded',
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
] as const;
