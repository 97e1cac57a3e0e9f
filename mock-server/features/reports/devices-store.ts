import { sql } from 'kysely';
import { column, formatMoment, joinShown, plainColumn, type Sql, type Value } from '../journals/facade.ts';
import type { QueryOptions, Reading, Report } from './report.ts';
import { buildDisabledBy, disabledLabels } from './users-store.ts';
import {
  boundValue,
  codeFilterNow,
  devicePlatform,
  devicePlatformColumn,
  formFactor,
  formFactorLabels,
  hiddenDeviceColumns,
  labelledValue,
  listCodes,
  platformLabels,
  searchableColumn,
  searchablePersonColumns,
} from './values-store.ts';

/**
 * Devices with the people who signed in on them. Left joins, so that SQLite begins with the table that provides the
 * order.
 */
const buildTables = ({ dialect }: QueryOptions, { main, manyRows }: Reading): Sql => sql`${main}
  left join devices on devices.org_id = device_users.org_id and devices.id = device_users.device
  ${joinShown(dialect, 'users', sql`users.org_id = device_users.org_id and users.id = device_users."user"`, {
    manyRows,
  })}`;

const newestFirst = {
  main: sql`device_users`,
  keys: [sql`device_users.created`, sql`device_users.id`],
  descending: true,
} as const satisfies Partial<Report>;

const buildIdentityColumns = (namesDeleted: boolean) => {
  const [id, name] = hiddenDeviceColumns(namesDeleted);
  return [searchableColumn(name), id];
};

const shared = [
  searchableColumn(
    column('manufacturer', 'string', 'Who made the device', plainColumn('devices.manufacturer')),
  ),
  searchableColumn(column('model', 'string', 'Model of the device', plainColumn('devices.model'))),
  devicePlatformColumn,
  column('os_name', 'string', 'Name of the operating system', plainColumn('devices.operating_system_name')),
  column(
    'os_version',
    'string',
    'Version of the operating system',
    plainColumn('devices.operating_system_version'),
  ),
];

const jailbreakLabels = [
  { value: -1, label: 'Unknown' },
  { value: 0, label: 'No' },
  { value: 1, label: 'Yes' },
];

/** Why nobody may use the device, or why this person may not, there or anywhere; null when they may. */
const buildDisabledReason = (now: string): Value => sql`coalesce(
  devices.disabled_reason, device_users.disabled_reason,
  case when devices.until <= ${boundValue(now)} or device_users.until <= ${boundValue(now)} or users.deleted is not null then 0 end,
  ${buildDisabledBy(now)})`;

const statusLabels = [
  { value: 0, label: 'Disabled' },
  { value: 1, label: 'Enabled' },
];
const buildStatus = (now: string): Value =>
  sql`case when ${buildDisabledReason(now)} is null then 1 else 0 end`;

export const deviceDetails: Report = {
  name: 'device_details',
  description: 'Devices with the people who signed in on them; the newest pairings first',
  columns: ({ namesDeleted, now }) => [
    ...searchablePersonColumns(namesDeleted),
    ...buildIdentityColumns(namesDeleted),
    ...shared,
    column(
      'form_factor',
      'string',
      'Form of the device',
      labelledValue(sql`devices.form_factor`, formFactorLabels),
    ),
    column('total_storage', 'integer', 'Storage in bytes', sql`devices.total_storage`),
    column('free_storage', 'integer', 'Free storage in bytes', sql`devices.free_storage`),
    column('total_ram', 'integer', 'Memory in bytes', sql`devices.total_ram`),
    column('free_ram', 'integer', 'Free memory in bytes', sql`devices.free_ram`),
    column(
      'jailbreak_status',
      'string',
      'Whether the device is jailbroken',
      labelledValue(sql`devices.jailbreak_status`, jailbreakLabels),
    ),
    column(
      'device_status',
      'string',
      'Whether the person may use the device',
      labelledValue(buildStatus(now), statusLabels),
    ),
    column(
      'disabled_by',
      'string',
      'Who disabled it',
      labelledValue(buildDisabledReason(now), disabledLabels),
    ),
    column(
      'catalog_version',
      'string',
      'Version of the catalog',
      plainColumn('device_users.catalog_version'),
    ),
    column('registered', 'date_time', 'First sign-in on the device', formatMoment('device_users.created')),
    column('last_active', 'date_time', 'Last interaction', formatMoment('device_users.last_active')),
  ],
  tables: buildTables,
  where: ({ orgId }) => sql`device_users.org_id = ${boundValue(orgId)}`,
  ...newestFirst,
  sortedBy: ['registered'],
  filters: [
    formFactor,
    {
      name: 'platform',
      description: 'System of the device',
      values: listCodes(devicePlatform, platformLabels),
    },
    {
      name: 'jailbreak_status',
      description: 'Whether the device is jailbroken',
      values: listCodes(sql`devices.jailbreak_status`, jailbreakLabels),
    },
    codeFilterNow('device_status', 'Whether the person may use the device', buildStatus, statusLabels),
    codeFilterNow('disabled_by', 'Who disabled it', buildDisabledReason, disabledLabels),
  ],
};

const permissionLabels = [
  { value: 0, label: 'Not asked' },
  { value: 1, label: 'Granted' },
  { value: 2, label: 'Denied' },
  { value: 3, label: 'Unknown' },
];
const buildPermission: Value = sql`case devices.location_permission
  when 'prompt' then 0 when 'granted' then 1 when 'denied' then 2 else 3
end`;

export const locationServicesStatus: Report = {
  name: 'location_services_status',
  description: 'Whether the catalog may know where a device is, as the device last said',
  columns: ({ namesDeleted }) => [
    ...searchablePersonColumns(namesDeleted),
    ...buildIdentityColumns(namesDeleted),
    ...shared,
    column(
      'status',
      'string',
      'Permission to know the location',
      labelledValue(buildPermission, permissionLabels),
    ),
    column(
      'told',
      'date_time',
      'When the device said so; null where it said nothing',
      formatMoment('devices.location_told'),
    ),
    column('registered', 'date_time', 'First sign-in on the device', formatMoment('device_users.created')),
    column('date', 'date_time', 'Last interaction', formatMoment('device_users.last_active')),
  ],
  tables: buildTables,
  where: ({ orgId }) => sql`device_users.org_id = ${boundValue(orgId)}`,
  ...newestFirst,
  sortedBy: ['registered'],
  date: { description: 'Last interaction', value: sql`device_users.last_active` },
  filters: [
    {
      name: 'status',
      description: 'Permission to know the location',
      values: listCodes(buildPermission, permissionLabels),
    },
  ],
};
