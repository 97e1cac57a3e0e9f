import type { Static } from 'typebox';
import type {
  Application,
  ApplicationRow as ApplicationListRow,
  ApplicationWithVersions,
  InstallFile,
  Version,
} from '../../../contract/application-objects.ts';
import {
  endDate,
  formatOptionalTimestamp,
  formatTimestamp,
} from '../../platform/http/responses/timestamps.ts';
import { toAddressFile } from './address-file.ts';
import { getEffectiveFormFactor, getPlatformCode } from './kinds.ts';
import { buildMediaUrl } from './pictures/media-path.ts';
import { signStatusOf } from './signing-status.ts';
import type { ApplicationRow, InstallFileRow, ScreenshotRow, VersionRow } from './store.ts';

/** A version with what devices install: its file, or else the address of its application. */
export interface VersionWithFile {
  version: VersionRow;
  file: InstallFileRow | null;
  address: string | null;
}

/** An application with what its presentation needs. */
export interface ApplicationView {
  application: ApplicationRow;
  latest: VersionWithFile | null;
  mandatoryInGroup: boolean;
}

/** For fields that the documents define as strings: clients do not expect null there. */
const none = '';

const object = (json: string | null) =>
  json === null ? null : (JSON.parse(json) as Record<string, unknown>);

const presentInstallFile = (base: string, row: InstallFileRow): Static<typeof InstallFile> => ({
  id: row.id,
  app_id: row.application,
  version_id: row.version,
  action: row.action,
  path: `${base}/downloads/files/${row.id}`,
  size: row.size,
  mime: row.mime,
  checksum: row.sha256,
  created: formatTimestamp(row.created),
  expires: formatOptionalTimestamp(row.expires),
  sign_credentials_id: row.sign_credentials_id,
  vendor_wrapper_version: row.vendor_wrapper_version,
  providerx_verification_id: row.inspection_id,
  binary_metadata: object(row.binary_metadata) ?? {},
});

const presentAddress = (version: VersionRow, address: string | null): Static<typeof InstallFile> => ({
  ...toAddressFile(version, address),
  app_id: version.application,
  version_id: version.id,
  action: 'upload',
  mime: 'text/html',
  vendor_wrapper_version: null,
  providerx_verification_id: null,
  binary_metadata: {},
});

/** Document 2, Version object. `base` is the beginning of the addresses in it, here and below. */
export const presentVersion = (base: string, { version: row, file, address }: VersionWithFile): Version => ({
  id: row.id,
  psk: row.psk,
  app_id: row.application,
  app_name: row.app_name,
  version_num: row.version_num,
  version_note: row.version_note,
  binary_version: row.binary_version,
  author: row.author,
  short_description: row.short_description,
  long_description: row.long_description,
  icon_path: buildMediaUrl(base, row.icon) ?? none,
  custom_metadata: object(row.custom_metadata),
  min_os_version: row.min_os_version,
  form_factor: row.form_factor,
  release_date: formatTimestamp(row.release_date),
  required: row.required === 1,
  required_by: endDate(row.required_by),
  notify_users: row.notify_users === 1,
  sign_status: signStatusOf(row),
  wrap_status: row.wrap_status,
  providerx_verification_status: row.inspection_status,
  latest_install_file_id: row.install_file ?? row.id,
  install_file: file === null ? presentAddress(row, address) : presentInstallFile(base, file),
});

/** The fields that every presentation of an application shares; document 2, Application object. */
function presentFields(
  base: string,
  { application: row, latest, mandatoryInGroup }: ApplicationView,
): Omit<Application, 'version'> {
  return {
    id: row.id,
    psk: row.psk,
    name: latest?.version.app_name ?? '',
    status: row.enabled,
    enabled: row.enabled === 1,
    type: row.type,
    operating_system: row.operating_system,
    form_factor: getEffectiveFormFactor(row),
    form_factor_override: JSON.parse(row.form_factor_override) as string[],
    bundle_id: row.bundle_id ?? none,
    url: row.url,
    url_scheme: row.url_scheme,
    is_adhoc: row.is_adhoc === 1,
    is_hybrid: row.hybrid !== null,
    is_app_catalog: row.is_app_catalog === 1,
    push_enabled: row.push_enabled === 1,
    no_auth_delivery_enabled: row.no_auth_delivery_enabled === 1,
    add_to_start: row.add_to_start === 1,
    required: latest?.version.required === 1,
    required_by: endDate(latest?.version.required_by ?? null),
    required_by_group: mandatoryInGroup,
    reviews_enabled: row.reviews_enabled === 1,
    sort_weight: row.sort_weight,
    banner_image_url: buildMediaUrl(base, row.banner),
    latest_version_id: row.latest_version,
  };
}

export const presentApplication = (base: string, view: ApplicationView): Application => ({
  ...presentFields(base, view),
  version: view.latest && presentVersion(base, view.latest),
});

export interface ListedApplication extends ApplicationView {
  screenshots: readonly ScreenshotRow[];
  categories: readonly number[];
  /** Whether it may be installed without signing in. */
  installsDirectly: boolean;
}

/** A row of the list responses; document 2, Application object. */
export const presentListed = (base: string, view: ListedApplication): Static<typeof ApplicationListRow> => ({
  ...presentApplication(base, view),
  ...presentListFields(base, view),
});

/** The further fields of the list responses; document 2, Application object. */
function presentListFields(
  base: string,
  view: ListedApplication,
): Omit<Static<typeof ApplicationListRow>, keyof Application> {
  const { application, latest, screenshots } = view;
  const version = latest?.version;
  const shot = (form: ScreenshotRow['form'], slot: number) =>
    buildMediaUrl(base, screenshots.find((row) => row.form === form && row.slot === slot)?.image ?? null);
  return {
    short_description: version?.short_description ?? '',
    long_description: version?.long_description ?? '',
    icon_path: buildMediaUrl(base, version?.icon ?? null) ?? none,
    screenshot_path1: shot('phone', 1),
    screenshot_path2: shot('phone', 2),
    screenshot_path3: shot('phone', 3),
    screenshot_path4: shot('phone', 4),
    screenshot_path5: shot('phone', 5),
    tablet_screenshot_path1: shot('tablet', 1),
    tablet_screenshot_path2: shot('tablet', 2),
    tablet_screenshot_path3: shot('tablet', 3),
    tablet_screenshot_path4: shot('tablet', 4),
    tablet_screenshot_path5: shot('tablet', 5),
    min_os_version: version?.min_os_version ?? null,
    direct_download_binary_url: view.installsDirectly
      ? `${base}/v1/downloads/direct/applications/${application.id}/`
      : null,
    categories: [...view.categories],
    custom_metadata: object(application.custom_metadata),
    deleted: false,
    display_message: null,
    os_version: version?.min_os_version ?? null,
    platform: getPlatformCode(application.type),
  };
}

/** Document 1, GET /v2/groups/<group>/applications/. */
export const presentApplicationWithVersions = (
  base: string,
  view: ListedApplication & { versions: readonly VersionWithFile[] },
  mandatory: boolean,
): Static<typeof ApplicationWithVersions> => ({
  ...presentFields(base, { ...view, mandatoryInGroup: mandatory }),
  ...presentListFields(base, view),
  mandatory,
  latest: view.versions.some(({ version }) => version.id === view.application.latest_version),
  latest_version: view.latest?.version.version_num ?? null,
  versions: view.versions.map((version) => presentVersion(base, version)),
});
