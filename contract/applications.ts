import { type Static, Type } from 'typebox';
import {
  AnyIdentifier,
  Id,
  Metadata,
  nullable,
  output,
  PathIdentifier,
  Psk,
  Timestamp,
} from './common/fields.ts';
import { ListControls, TotalAvailable } from './common/lists.ts';
import { operation } from './common/operation.ts';

/** Document 2, Install file object. */
export const InstallFile = output({
  id: Id,
  app_id: Id,
  version_id: Id,
  action: Type.String(),
  path: nullable(Type.String()),
  size: Type.Integer(),
  mime: Type.String(),
  /** SHA-256 of the file, hexadecimal. */
  checksum: Type.String(),
  created: Timestamp,
  expires: nullable(Timestamp),
  sign_credentials_id: nullable(Type.String()),
  vendor_wrapper_version: nullable(Type.String()),
  providerx_verification_id: nullable(Type.String()),
  binary_metadata: Metadata,
});

/** Document 2, Version object. */
const versionFields = {
  id: Id,
  psk: Psk,
  app_id: Id,
  app_name: Type.String(),
  version_num: Type.String(),
  version_note: Type.String(),
  binary_version: nullable(Type.String()),
  author: Type.String(),
  short_description: Type.String(),
  long_description: Type.String(),
  icon_path: nullable(Type.String()),
  custom_metadata: Metadata,
  min_os_version: nullable(Type.String()),
  form_factor: Type.Integer(),
  release_date: Timestamp,
  required: Type.Boolean(),
  required_by: Timestamp,
  notify_users: Type.Boolean(),
  sign_status: Type.Integer(),
  wrap_status: Type.Integer(),
  providerx_verification_status: Type.Integer(),
  latest_install_file_id: nullable(Id),
  install_file: nullable(InstallFile),
};
export const Version = output(versionFields);
export type Version = Static<typeof Version>;

/** Document 2, Application object. `psk` and `name` are of the list responses and stand here too. */
const applicationFields = {
  id: Id,
  psk: Psk,
  name: Type.String(),
  status: Type.Integer(),
  enabled: Type.Boolean(),
  type: Type.Integer(),
  operating_system: Type.Integer(),
  form_factor: Type.Integer(),
  form_factor_override: Type.Array(Type.String()),
  bundle_id: nullable(Type.String()),
  url: nullable(Type.String()),
  url_scheme: nullable(Type.String()),
  is_adhoc: Type.Boolean(),
  is_hybrid: Type.Boolean(),
  is_app_catalog: Type.Boolean(),
  push_enabled: Type.Boolean(),
  no_auth_delivery_enabled: Type.Boolean(),
  add_to_start: Type.Boolean(),
  required: Type.Boolean(),
  required_by: Timestamp,
  required_by_group: Type.Boolean(),
  reviews_enabled: Type.Boolean(),
  sort_weight: Type.Integer(),
  banner_image_url: nullable(Type.String()),
  latest_version_id: nullable(Id),
};
export const Application = output({ ...applicationFields, version: nullable(Version) });
export type Application = Static<typeof Application>;

/** Document 1, GET /v2/groups/<group>/applications/. */
export const ApplicationWithVersions = output({
  ...applicationFields,
  mandatory: Type.Boolean(),
  latest: Type.Boolean(),
  latest_version: nullable(Type.String()),
  versions: Type.Array(Version),
});

/** Document 2: the list responses use further fields. */
export const ApplicationRow = output({
  ...applicationFields,
  version: nullable(Version),
  short_description: Type.String(),
  long_description: Type.String(),
  icon_path: nullable(Type.String()),
  screenshot_path1: nullable(Type.String()),
  screenshot_path2: nullable(Type.String()),
  screenshot_path3: nullable(Type.String()),
  screenshot_path4: nullable(Type.String()),
  screenshot_path5: nullable(Type.String()),
  tablet_screenshot_path1: nullable(Type.String()),
  tablet_screenshot_path2: nullable(Type.String()),
  tablet_screenshot_path3: nullable(Type.String()),
  tablet_screenshot_path4: nullable(Type.String()),
  tablet_screenshot_path5: nullable(Type.String()),
  min_os_version: nullable(Type.String()),
  direct_download_binary_url: nullable(Type.String()),
  categories: Type.Array(Psk),
  custom_metadata: Metadata,
  deleted: Type.Boolean(),
  display_message: nullable(Type.String()),
  os_version: nullable(Type.String()),
  platform: Type.Integer(),
});

export const Warning = output({ message: Type.String(), error: Type.String() });

/** Document 2, Editable application fields, both tables. */
export const EditableFields = Type.Object({
  app_name: Type.Optional(Type.String({ minLength: 1, maxLength: 50 })),
  version_num: Type.Optional(Type.String({ minLength: 1, maxLength: 21 })),
  version_note: Type.Optional(Type.String({ maxLength: 4096 })),
  author: Type.Optional(Type.String({ maxLength: 150 })),
  enabled: Type.Optional(Type.Boolean()),
  short_description: Type.Optional(Type.String({ maxLength: 100 })),
  long_description: Type.Optional(Type.String({ maxLength: 10_000 })),
  custom_metadata: Type.Optional(Metadata),
  sort_weight: Type.Optional(Type.Integer({ minimum: -1_000_000, maximum: 1_000_000 })),
  reviews_enabled: Type.Optional(Type.Boolean()),
  no_auth_delivery_enabled: Type.Optional(Type.Boolean()),
  add_to_start: Type.Optional(Type.Boolean()),
  form_factor_override: Type.Optional(
    Type.Array(Type.Union([Type.Literal('phones'), Type.Literal('tablets')]), {
      maxItems: 2,
      uniqueItems: true,
    }),
  ),
  required: Type.Optional(Type.Boolean()),
});
export type EditableFields = Static<typeof EditableFields>;

/** Document 2, Hybrid object. */
export const Hybrid = Type.Object({
  url: Type.String({ minLength: 1, maxLength: 2000 }),
  platform: Type.Union([Type.Literal('iOS'), Type.Literal('Android')]),
  show_navbar: Type.Optional(Type.Boolean()),
  allow_tabs: Type.Optional(Type.Boolean()),
  file_open_support: Type.Optional(Type.Boolean()),
});

const Url = Type.String({ minLength: 1, maxLength: 2000 });

export const NewApplication = Type.Object({
  ...EditableFields.properties,
  url: Type.Optional(Url),
  hybrid: Type.Optional(Hybrid),
  groups: Type.Optional(Type.Array(AnyIdentifier, { maxItems: 1000 })),
});
export type NewApplication = Static<typeof NewApplication>;

export const NewVersion = Type.Object({
  ...NewApplication.properties,
  required_by: Type.Optional(nullable(Type.String({ maxLength: 40 }))),
  notify_users: Type.Optional(Type.Boolean()),
});
export type NewVersion = Static<typeof NewVersion>;

export const ApplicationChange = Type.Object({ ...EditableFields.properties, url: Type.Optional(Url) });

const ApplicationParams = Type.Object({ application: PathIdentifier });
const VersionParams = Type.Object({ version: PathIdentifier });
const SlotParams = Type.Object({
  application: PathIdentifier,
  slot: Type.Integer({ minimum: 1, maximum: 5 }),
});
const WithWarnings = output({ application: Application, warnings: Type.Array(Warning) });
const shared = { area: 'applications', context: 'publisher' } as const;

export const addApplication = operation({
  ...shared,
  name: 'addApplication',
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
  method: 'POST',
  path: '/v1/applications/:application',
  params: ApplicationParams,
  body: NewVersion,
  files: ['app_file', 'icon_file'],
  response: WithWarnings,
  source: 'document 2, Applications',
  summary: 'Add a version, or refresh what a public store says',
});

export const updateApplication = operation({
  ...shared,
  name: 'updateApplication',
  method: 'PUT',
  path: '/v2/applications/:application/',
  params: ApplicationParams,
  body: ApplicationChange,
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
  body: ApplicationChange,
  response: output({ update_application_result: Type.Boolean() }),
  source: 'document 2, Applications; payload as known',
  summary: 'Update an application, earlier variant',
});

/** Document 2: `in_progress`, `signed`, `cancelled`, `error`; null when signing was never asked for. */
const signing = {
  signing_status: nullable(Type.String()),
  signing_status_details: nullable(Type.String()),
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

export const deleteApplication = operation({
  ...shared,
  name: 'deleteApplication',
  method: 'DELETE',
  path: '/v1/applications/:application/',
  params: ApplicationParams,
  response: output({ deleted_application: output({ psk: Psk, id: Id, name: Type.String() }) }),
  source: 'document 2, Applications; payload as known',
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
  method: 'GET',
  path: '/v2/applications/user/',
  response: output({ applications: Type.Array(ApplicationRow) }),
  source: 'document 2, Applications; payload as known',
  summary: "Applications that the caller's groups allow",
});

export const listAppCatalogs = operation({
  ...shared,
  name: 'listAppCatalogs',
  method: 'GET',
  path: '/v2/applications/app_catalogs/',
  response: output({ app_catalogs: Type.Array(ApplicationRow) }),
  source: 'document 2, Applications; payload as known',
  summary: 'The App Catalogs of the organization',
});

export const listVersions = operation({
  ...shared,
  name: 'listVersions',
  method: 'GET',
  path: '/v2/applications/:application/versions/',
  params: ApplicationParams,
  response: output({ versions: Type.Array(Version) }),
  source: 'document 2, Applications; payload ours',
  summary: 'Versions of an application, newest first',
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
  summary: 'Versions of an application, newest first, in pages',
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
  body: Type.Object({
    app_name: EditableFields.properties.app_name,
    version_num: EditableFields.properties.version_num,
    version_note: EditableFields.properties.version_note,
    author: EditableFields.properties.author,
    short_description: EditableFields.properties.short_description,
    long_description: EditableFields.properties.long_description,
    custom_metadata: EditableFields.properties.custom_metadata,
    required: EditableFields.properties.required,
  }),
  response: output({ version: Version }),
  source: 'document 2, Applications; payload ours',
  summary: 'Update a version',
});

const MediaPath = output({ path: Type.String() });

export const listRelatedMedia = operation({
  ...shared,
  name: 'listRelatedMedia',
  method: 'GET',
  path: '/v1/applications/:application/related_media/',
  params: ApplicationParams,
  response: output({
    related_media: Type.Array(
      output({ kind: Type.String(), slot: nullable(Type.Integer()), path: Type.String() }),
    ),
  }),
  source: 'document 2, Applications; payload as known',
  summary: 'Icon, banner and screenshots of an application',
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
  source: 'document 2, Applications; payload as known',
  summary: 'Downloads, installs and likes, by day',
});

export const listScreenshots = operation({
  ...shared,
  name: 'listScreenshots',
  method: 'GET',
  path: '/v1/applications/:application/screenshots/',
  params: ApplicationParams,
  response: output({
    screenshots: output({
      phone: Type.Array(output({ slot: Type.Integer(), path: Type.String() })),
      tablet: Type.Array(output({ slot: Type.Integer(), path: Type.String() })),
    }),
  }),
  source: 'document 2, Applications; payload ours',
  summary: 'Screenshots by slot',
});

const screenshot = {
  ...shared,
  params: SlotParams,
  source: 'document 2, Applications; payload as known',
} as const;
const upload = { ...screenshot, method: 'POST', files: ['screenshot_file'], response: MediaPath } as const;
const Deleted = output({ deleted: Type.Boolean() });
const removal = { ...screenshot, method: 'DELETE', response: Deleted } as const;

export const setPhoneScreenshot = operation({
  ...upload,
  name: 'setPhoneScreenshot',
  path: '/v1/applications/:application/screenshots/phone/:slot/',
  summary: 'Store a phone screenshot in a slot',
});
export const deletePhoneScreenshot = operation({
  ...removal,
  name: 'deletePhoneScreenshot',
  path: '/v1/applications/:application/screenshots/phone/:slot/',
  summary: 'Empty a phone screenshot slot',
});
export const setTabletScreenshot = operation({
  ...upload,
  name: 'setTabletScreenshot',
  path: '/v1/applications/:application/screenshots/tablet/:slot/',
  summary: 'Store a tablet screenshot in a slot',
});
export const deleteTabletScreenshot = operation({
  ...removal,
  name: 'deleteTabletScreenshot',
  path: '/v1/applications/:application/screenshots/tablet/:slot/',
  summary: 'Empty a tablet screenshot slot',
});

export const setIcon = operation({
  ...shared,
  name: 'setIcon',
  method: 'POST',
  path: '/v1/applications/:application/icon/',
  params: ApplicationParams,
  files: ['icon_file'],
  response: MediaPath,
  source: 'document 2, Applications; payload ours',
  summary: 'Replace the icon',
});

export const setBanner = operation({
  ...shared,
  name: 'setBanner',
  method: 'POST',
  path: '/v1/applications/:application/banner_image',
  params: ApplicationParams,
  files: ['banner_file'],
  response: MediaPath,
  source: 'document 2, Applications; payload ours',
  summary: 'Store a banner image',
});

export const deleteBanner = operation({
  ...shared,
  name: 'deleteBanner',
  method: 'DELETE',
  path: '/v1/applications/:application/banner_image',
  params: ApplicationParams,
  response: Deleted,
  source: 'document 2, Applications; payload ours',
  summary: 'Remove the banner image',
});

export const applicationOperations = [
  addApplication,
  addVersion,
  updateApplication,
  updateApplicationV1,
  readApplication,
  deleteApplication,
  listApplicationsV1,
  listApplications,
  listUserApplications,
  listAppCatalogs,
  listVersions,
  listVersionsV3,
  readVersion,
  updateVersion,
  listRelatedMedia,
  readApplicationStats,
  listScreenshots,
  setPhoneScreenshot,
  deletePhoneScreenshot,
  setTabletScreenshot,
  deleteTabletScreenshot,
  setIcon,
  setBanner,
  deleteBanner,
] as const;
