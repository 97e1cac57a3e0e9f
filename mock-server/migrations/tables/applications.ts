import type { Flag, Json, Moment } from './columns.ts';
import type { PersonalTables } from './personal.ts';

/** The tables of this file, by name. */
export interface ApplicationsTables {
  applications: ApplicationTable;
  versions: VersionTable;
  install_files: InstallFileTable;
  uploads: UploadTable;
  screenshots: ScreenshotTable;
  categories: CategoryTable;
  application_categories: ApplicationCategoryTable;
  catalog_changes: CatalogChangeTable;
}

/** Those of them whose rows are about a person. */
export const personalApplicationsTables = {
  applications: { by: 'created_by', key: ['id'], columns: ['id', 'bundle_id', 'created'] },
  uploads: { by: 'user', key: ['id'], columns: ['id', 'file_name', 'size', 'created', 'expires'] },
} satisfies PersonalTables<ApplicationsTables>;

interface ApplicationTable {
  org_id: string;
  id: string;
  psk: number;
  type: number;
  bundle_id: string | null;
  url: string | null;
  url_scheme: string | null;
  enabled: Flag;
  is_adhoc: Flag;
  is_app_catalog: Flag;
  /** JSON of the hybrid object, null for every other kind. */
  hybrid: Json | null;
  push_enabled: Flag;
  no_auth_delivery_enabled: Flag;
  add_to_start: Flag;
  operating_system: number;
  /** As detected; `form_factor_override` (JSON list) is used instead when it is not empty. */
  form_factor: number;
  form_factor_override: Json;
  reviews_enabled: Flag;
  sort_weight: number;
  /** SHA-256 of the banner image. */
  banner: string | null;
  custom_metadata: Json | null;
  latest_version: string | null;
  /** The moments between which its access policy offers it; null: no limit on that side. */
  access_start: Moment | null;
  access_end: Moment | null;
  num_downloads: number;
  num_likes: number;
  num_dislikes: number;
  /** The organization's revision of `activity_revisions` at the last change of these counts. */
  counts_revision: number;
  created_by: string;
  created: Moment;
  modified: Moment;
}

interface VersionTable {
  org_id: string;
  id: string;
  psk: number;
  application: string;
  /** 1, 2, 3 … in order of publishing. */
  ordinal: number;
  version_num: string;
  /** The build as the package says it: versionCode or CFBundleVersion. */
  binary_version: string | null;
  /** The version as the package says it, whatever `version_num` was set to; null without a package that says one. */
  package_version: string | null;
  app_name: string;
  version_note: string;
  author: string;
  short_description: string;
  long_description: string;
  /** SHA-256 of the icon image. */
  icon: string | null;
  custom_metadata: Json | null;
  min_os_version: string | null;
  form_factor: number;
  release_date: Moment;
  required: Flag;
  required_by: Moment | null;
  notify_users: Flag;
  sign_status: number;
  /** 1: no device can update to it from the version before, because another key signed that. */
  other_certificate: Flag;
  sign_status_details: string | null;
  wrap_status: number;
  inspection_status: number;
  /** The file that devices get: the uploaded one, or one that was made of it. */
  install_file: string | null;
  /**
   * 1: it waits for its first signature, so nobody is offered it; until then people get the newest version that does
   * not wait.
   */
  withheld: Flag;
  /** JSON of what a public store, or a default, last wrote into this row; null unless the application is in a public store. */
  store_said: Json | null;
}

interface InstallFileTable {
  org_id: string;
  id: string;
  application: string;
  version: string;
  /** `upload`: as it was uploaded; `sign` and `wrap`: made of that, with a signature, or with additions only. */
  action: 'upload' | 'sign' | 'wrap';
  /** SHA-256 of the file: its name in the blob store. */
  sha256: string;
  size: number;
  mime: string;
  file_name: string;
  created: Moment;
  expires: Moment | null;
  sign_credentials_id: string | null;
  vendor_wrapper_version: string | null;
  inspection_id: string | null;
  binary_metadata: Json | null;
  /** JSON of who signed the file; null when nobody did, or it is not known. */
  signer: Json | null;
  /**
   * SHA-256 of what was added to the file, as in `preparations.additions`; null for an uploaded file, and where it is
   * not known.
   */
  additions_sha256: string | null;
  /** What is known about the signature that this service made; null without one. */
  signed_details: string | null;
  /**
   * When another file replaced it; the sweep removes it some hours later. Null while it is in use, and for uploaded
   * files.
   */
  replaced: Moment | null;
}

/** A resumable upload that is not published yet. */
interface UploadTable {
  org_id: string;
  id: string;
  /** Who uploads it: a user of the organization or of one above it. */
  user: string;
  file_name: string;
  /** The header `Upload-Metadata` as the client sent it; answers repeat it. */
  metadata: string;
  /** Bytes of the whole file. */
  size: number;
  /** Bytes that are stored durably. */
  received: number;
  /** SHA-256 of the whole file, once it is in the blob store. */
  sha256: string | null;
  /** The request that is writing to it, and until when its lease lasts. */
  holder: string | null;
  held_until: Moment | null;
  created: Moment;
  expires: Moment;
}

interface ScreenshotTable {
  org_id: string;
  application: string;
  form: 'phone' | 'tablet';
  slot: number;
  /** SHA-256 of the image. */
  image: string;
}

interface CategoryTable {
  org_id: string;
  id: string;
  psk: number;
  constant: string;
  name: string;
  icon: string | null;
  description: string;
}

interface ApplicationCategoryTable {
  org_id: string;
  application: string;
  category: string;
}

/** What a raised revision stands for: the applications that may have been shown differently since. */
interface CatalogChangeTable {
  org_id: string;
  /** Whose revision: the organization's (empty), `u:` and a user's id, or `d:` and a device's. */
  scope: string;
  revision: number;
  /** The number of the row, from 0, among those of the revision. */
  part: number;
  /** Ids with blanks between them. Empty: anything may have changed; `-`: no application, but the scope itself. */
  applications: string;
  created: Moment;
}
