import { type ActivityTables, personalActivityTables } from './tables/activity.ts';
import { type ApplicationsTables, personalApplicationsTables } from './tables/applications.ts';
import { type DevicesTables, personalDevicesTables } from './tables/devices.ts';
import { type GroupsTables, personalGroupsTables } from './tables/groups.ts';
import { type IdentityTables, personalIdentityTables } from './tables/identity.ts';
import { type NotificationsTables, personalNotificationsTables } from './tables/notifications.ts';
import { type OrganizationsTables, personalOrganizationsTables } from './tables/organizations.ts';
import { type PackagesTables, personalPackagesTables } from './tables/packages.ts';
import type { PersonalTables } from './tables/personal.ts';
import { type PlatformTables, personalPlatformTables } from './tables/platform.ts';
import { personalRecordsTables, type RecordsTables } from './tables/records.ts';
import { personalSupportTables, type SupportTables } from './tables/support.ts';

/**
 * Every table as the migrations leave it. Conventions:
 * - the first part of each key is the organization (`org_id`), so that data can be spread by organization later;
 * - `id` is an opaque string that sorts by time of making, `psk` the number that v1 resources use, counted per organization (of applications and
 *   versions once for the whole service: a direct install names no organization);
 * - moments are UTC in ISO 8601 with milliseconds (`…Z`) and sort as text; no end date is null;
 * - flags are 0 or 1; JSON is text, read and written by the feature that owns the column.
 */
export interface Tables
  extends ActivityTables,
    ApplicationsTables,
    DevicesTables,
    GroupsTables,
    IdentityTables,
    NotificationsTables,
    OrganizationsTables,
    PackagesTables,
    PlatformTables,
    RecordsTables,
    SupportTables {}

/** Every table that names a person; a test finds one that is missing. */
export const personalTables: PersonalTables<Tables> = {
  ...personalActivityTables,
  ...personalApplicationsTables,
  ...personalDevicesTables,
  ...personalGroupsTables,
  ...personalIdentityTables,
  ...personalNotificationsTables,
  ...personalOrganizationsTables,
  ...personalPackagesTables,
  ...personalPlatformTables,
  ...personalRecordsTables,
  ...personalSupportTables,
};
