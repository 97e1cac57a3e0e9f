import { type Static, Type } from 'typebox';
import { Id, Metadata, nullable, output, Psk, Timestamp } from './common/fields.ts';

/** The fields of an install file that the catalog shows too; document 3, Catalog application entry, `version`. */
export const shownFileFields = {
  id: Id,
  sign_credentials_id: nullable(Type.String()),
  expires: nullable(Timestamp),
  created: Timestamp,
  path: Type.String(),
  size: Type.Integer(),
  /** Ours in the catalog: SHA-256 of the file, hexadecimal; empty for an address. */
  checksum: Type.String(),
};

/**
 * Document 2, Install file object. An application that is an address has one too: `path` is the address, `size` is 0 and
 * `checksum` is empty, because the service keeps no file for it.
 */
export const InstallFile = output({
  ...shownFileFields,
  app_id: Id,
  version_id: Id,
  action: Type.String(),
  path: Type.String({
    description: 'Absolute. Publishers of the application get the file there with their X-TOKEN.',
  }),
  mime: Type.String(),
  vendor_wrapper_version: nullable(Type.String()),
  providerx_verification_id: nullable(Type.String()),
  /** Empty unless a native application has a file. */
  binary_metadata: Type.Record(Type.String(), Type.Unknown()),
});

/** The fields of a version that the catalog shows too; document 3, Catalog application entry, `version`. */
export const shownVersionFields = {
  id: Id,
  app_name: Type.String(),
  version_num: Type.String(),
  version_note: Type.String(),
  binary_version: nullable(Type.String()),
  short_description: Type.String(),
  long_description: Type.String(),
  custom_metadata: Metadata,
  release_date: Timestamp,
  /** Empty when there is no icon. */
  icon_path: Type.String(),
};

/** Document 2, Version object. */
export const versionFields = {
  ...shownVersionFields,
  psk: Psk,
  app_id: Id,
  author: Type.String(),
  min_os_version: nullable(Type.String()),
  form_factor: Type.Integer(),
  required: Type.Boolean(),
  required_by: Timestamp,
  notify_users: Type.Boolean(),
  sign_status: Type.Integer(),
  wrap_status: Type.Integer(),
  providerx_verification_status: Type.Integer(),
  latest_install_file_id: Type.String(),
  install_file: InstallFile,
};
export const Version = output(versionFields);
export type Version = Static<typeof Version>;

/** The fields of an application that the catalog shows too; document 3, Catalog application entry. */
export const shownApplicationFields = {
  id: Id,
  type: Type.Integer(),
  bundle_id: Type.String(),
  url: nullable(Type.String()),
  url_scheme: nullable(Type.String()),
  add_to_start: Type.Boolean(),
  required_by_group: Type.Boolean(),
  reviews_enabled: Type.Boolean(),
  sort_weight: Type.Integer(),
  banner_image_url: nullable(Type.String()),
};

/** Document 2, Application object. The document has `psk` and `name` only in list responses; here they are in every one. */
export const applicationFields = {
  ...shownApplicationFields,
  psk: Psk,
  name: Type.String(),
  status: Type.Integer(),
  enabled: Type.Boolean(),
  operating_system: Type.Integer(),
  form_factor: Type.Integer(),
  form_factor_override: Type.Array(Type.String()),
  is_adhoc: Type.Boolean(),
  is_hybrid: Type.Boolean(),
  is_app_catalog: Type.Boolean(),
  push_enabled: Type.Boolean(),
  no_auth_delivery_enabled: Type.Boolean(),
  required: Type.Boolean(),
  required_by: Timestamp,
  latest_version_id: nullable(Id),
};
export const Application = output({ ...applicationFields, version: nullable(Version) });
export type Application = Static<typeof Application>;

/** Further fields of list responses, also of the lists of a group; document 2, Application object. */
const listFields = {
  short_description: Type.String(),
  long_description: Type.String(),
  icon_path: Type.String(),
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
};
export const ApplicationRow = output({ ...applicationFields, ...listFields, version: nullable(Version) });

/** Document 1, GET /v2/groups/<group>/applications/; for the further fields document 2, Application object. */
export const ApplicationWithVersions = output({
  ...applicationFields,
  ...listFields,
  mandatory: Type.Boolean(),
  latest: Type.Boolean(),
  latest_version: nullable(Type.String()),
  versions: Type.Array(Version),
});
