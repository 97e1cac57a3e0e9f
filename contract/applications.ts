import { Type } from 'typebox';
import { setDeadline } from './application-deadline.ts';
import {
  EditableFields,
  NewApplication,
  NewVersion,
  Publication,
  VersionChange,
} from './application-fields.ts';
import * as media from './application-media.ts';
import {
  Application,
  ApplicationRow,
  applicationFields,
  Version,
  versionFields,
} from './application-objects.ts';
import { applicationUploadOperations } from './application-uploads.ts';
import { Id, nullable, output, PathIdentifier, Psk } from './common/fields.ts';
import { ListControls, TotalAvailable } from './common/lists.ts';
import { operation } from './common/operation.ts';
import { Warning } from './common/warnings.ts';

const ApplicationParams = Type.Object({ application: PathIdentifier });
const VersionParams = Type.Object({ version: PathIdentifier });
const WithWarnings = output({ application: Application, warnings: Type.Array(Warning) });
const shared = { area: 'applications', context: 'publisher', within: ['own_applications'] } as const;

export const addApplication = operation({
  ...shared,
  name: 'addApplication',
  fieldScopes: { groups: 'groups:write' },
  within: ['own_groups'],
  method: 'POST',
  path: '/v1/applications/',
  body: NewApplication,
  files: ['app_file', 'icon_file'],
  response: WithWarnings,
  source: 'document 2, Applications',
  summary: 'Add an application by file, by address or as a hybrid',
});

export const addVersion = operation({
  ...shared,
  name: 'addVersion',
  fieldScopes: { groups: 'groups:write' },
  method: 'POST',
  path: '/v1/applications/:application',
  params: ApplicationParams,
  body: NewVersion,
  files: ['app_file', 'icon_file'],
  response: WithWarnings,
  source: 'document 2, Applications',
  summary: 'Add a version, or read the public store again',
});

export const publishApplication = operation({
  ...shared,
  name: 'publishApplication',
  fieldScopes: { groups: 'groups:write' },
  within: ['own_groups', 'own_applications'],
  method: 'POST',
  path: '/v3/applications/',
  body: Publication,
  files: ['app_file', 'icon_file'],
  response: output({
    application: Application,
    warnings: Type.Array(Warning),
    new_application: Type.Boolean(),
  }),
  source: 'ours: for release pipelines, which know the package but not the id of the application',
  summary: 'Add a version to the application that has this package or address, or add the application',
});

export const updateApplication = operation({
  ...shared,
  name: 'updateApplication',
  method: 'PUT',
  path: '/v2/applications/:application/',
  params: ApplicationParams,
  body: EditableFields,
  response: output({ application: Application }),
  source: 'document 2, Applications',
  summary: 'Update an application',
});

export const updateApplicationV1 = operation({
  ...shared,
  name: 'updateApplicationV1',
  method: 'PUT',
  path: '/v1/applications/:application/',
  params: ApplicationParams,
  body: EditableFields,
  response: output({ update_application_result: Type.Boolean() }),
  source: 'document 2, Applications; payload as publicly known',
  summary: 'Update an application, earlier variant',
});

/** Document 2, GET /v2/applications/<application>; null when signing was never requested for any version. */
const signing = {
  signing_status: nullable(Type.String()),
  /** Empty when there is nothing to say. */
  signing_status_details: Type.String(),
};

export const readApplication = operation({
  ...shared,
  name: 'readApplication',
  method: 'GET',
  path: '/v2/applications/:application',
  params: ApplicationParams,
  response: output({
    application: output({
      ...applicationFields,
      ...signing,
      version: nullable(output({ ...versionFields, ...signing })),
    }),
    ...signing,
  }),
  source: 'document 2, Applications',
  summary: 'Read an application with its signing status',
});

export const readApplicationV1 = operation({
  ...shared,
  name: 'readApplicationV1',
  method: 'GET',
  path: '/v1/applications/:application',
  params: ApplicationParams,
  response: readApplication.response,
  source: 'ours: public clients read applications here, too',
  summary: 'Read an application, earlier variant',
});

export const deleteApplication = operation({
  ...shared,
  name: 'deleteApplication',
  method: 'DELETE',
  path: '/v1/applications/:application/',
  params: ApplicationParams,
  response: output({ deleted_application: output({ psk: Psk, id: Id, name: Type.String() }) }),
  source: 'document 2, Applications; payload as publicly known',
  summary: 'Delete an application with its versions',
});

const ApplicationList = output({ applications: Type.Array(ApplicationRow), total_available: TotalAvailable });

export const listApplicationsV1 = operation({
  ...shared,
  name: 'listApplicationsV1',
  method: 'GET',
  path: '/v1/applications/',
  query: ListControls,
  response: ApplicationList,
  source: 'document 2, Applications; document 1, List controls',
  summary: 'List applications',
});

export const listApplications = operation({
  ...shared,
  name: 'listApplications',
  method: 'GET',
  path: '/v2/applications/',
  query: ListControls,
  response: ApplicationList,
  source: 'document 2, Applications; document 1, List controls',
  summary: 'List applications',
});

export const listUserApplications = operation({
  ...shared,
  name: 'listUserApplications',
  context: 'valid_user',
  within: ['own_catalog'],
  method: 'GET',
  path: '/v2/applications/user/',
  response: output({ applications: Type.Array(ApplicationRow) }),
  source: 'document 2, Applications; payload as publicly known',
  summary: "List the applications that the caller's groups have",
});

export const listAppCatalogs = operation({
  ...shared,
  name: 'listAppCatalogs',
  method: 'GET',
  path: '/v2/applications/app_catalogs/',
  response: output({ app_catalogs: Type.Array(ApplicationRow) }),
  source: 'document 2, Applications; payload as publicly known',
  summary: 'List the App Catalogs of the organization',
});

export const listVersions = operation({
  ...shared,
  name: 'listVersions',
  method: 'GET',
  path: '/v2/applications/:application/versions/',
  params: ApplicationParams,
  response: output({ versions: Type.Array(Version) }),
  source: 'document 2, Applications; payload ours',
  summary: 'List the versions of an application, newest first',
});

export const listVersionsV3 = operation({
  ...shared,
  name: 'listVersionsV3',
  method: 'GET',
  path: '/v3/applications/:application/versions/',
  params: ApplicationParams,
  query: Type.Object({ page: Type.Optional(Type.String({ maxLength: 50 })) }),
  response: output({ versions: Type.Array(Version), total_available: TotalAvailable }),
  source: 'document 2, Applications; payload ours',
  summary: 'List the versions of an application, newest first, in pages',
});

export const readVersion = operation({
  ...shared,
  name: 'readVersion',
  method: 'GET',
  path: '/v1/applications/versions/:version',
  params: VersionParams,
  response: output({ version: Version }),
  source: 'document 2, Applications; payload ours',
  summary: 'Read a version',
});

export const updateVersion = operation({
  ...shared,
  name: 'updateVersion',
  method: 'PUT',
  path: '/v1/applications/versions/:version',
  params: VersionParams,
  body: VersionChange,
  response: output({ version: Version }),
  source: 'document 2, Applications; payload ours',
  summary: 'Update a version',
});

export const readApplicationStats = operation({
  ...shared,
  name: 'readApplicationStats',
  method: 'GET',
  path: '/v1/applications/:application/stats/',
  params: ApplicationParams,
  query: Type.Object({
    start_date: Type.Optional(Type.String({ format: 'date' })),
    end_date: Type.Optional(Type.String({ format: 'date' })),
  }),
  response: output({
    app_stats: output({
      downloads: Type.Integer(),
      installs: Type.Integer(),
      devices: Type.Integer(),
      likes: Type.Integer(),
      dislikes: Type.Integer(),
      by_day: Type.Array(output({ date: Type.String(), downloads: Type.Integer() })),
    }),
  }),
  source: 'document 2, Applications; payload as publicly known',
  summary: 'Read downloads, installs and likes by day',
});

export const applicationOperations = [
  addApplication,
  addVersion,
  publishApplication,
  updateApplication,
  updateApplicationV1,
  readApplication,
  readApplicationV1,
  deleteApplication,
  listApplicationsV1,
  listApplications,
  listUserApplications,
  listAppCatalogs,
  listVersions,
  listVersionsV3,
  readVersion,
  updateVersion,
  setDeadline,
  readApplicationStats,
  ...media.applicationMediaOperations,
  ...applicationUploadOperations,
] as const;
