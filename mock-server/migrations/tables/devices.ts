import type { Flag, Json, Moment } from './columns.ts';
import type { PersonalTables } from './personal.ts';

/** The tables of this file, by name. */
export interface DevicesTables {
  devices: DeviceTable;
  device_users: DeviceUserTable;
  installed: InstalledTable;
  inventories: InventoryTable;
  installed_unknown: InstalledUnknownTable;
  noncompliance: NoncomplianceTable;
}

/** Those of them whose rows are about a person. */
export const personalDevicesTables = {
  device_users: {
    by: 'user',
    key: ['id'],
    columns: ['device', 'catalog_bundle_id', 'catalog_version', 'created', 'last_active', 'until'],
  },
  noncompliance: { by: 'user', key: ['user'], columns: ['found', 'told'] },
} satisfies PersonalTables<DevicesTables>;

interface DeviceTable {
  org_id: string;
  id: string;
  udid: string;
  name: string | null;
  manufacturer: string | null;
  model: string | null;
  operating_system: number;
  operating_system_name: string | null;
  operating_system_version: string | null;
  form_factor: number;
  total_ram: number | null;
  free_ram: number | null;
  total_storage: number | null;
  free_storage: number | null;
  camera: Flag | null;
  front_camera: Flag | null;
  flash: Flag | null;
  ios_push_token: string | null;
  /** The token of Firebase Cloud Messaging. */
  android_push_token: string | null;
  /** When the device last reported one of the two tokens. */
  push_token_told: Moment | null;
  /**
   * The location permission that the device last reported: `granted`, `denied`, `prompt`, `unknown`; null: it has not
   * reported any.
   */
  location_permission: string | null;
  /** When it was reported. */
  location_told: Moment | null;
  jailbreak_status: number;
  created: Moment;
  until: Moment | null;
  disabled_reason: number | null;
  /** When the inventory was last posted. */
  inventory_reported: Moment | null;
  /** Grows with every change of what this device's catalogs show: its inventory and what it reports about itself. */
  revision: number;
}

interface DeviceUserTable {
  org_id: string;
  id: string;
  device: string;
  user: string;
  catalog_bundle_id: string | null;
  catalog_version: string | null;
  created: Moment;
  last_active: Moment;
  until: Moment | null;
  disabled_reason: number | null;
}

/** Which applications a device has. `inventories` has their versions. */
interface InstalledTable {
  org_id: string;
  device: string;
  application: string;
}

/** The versions of the applications that a device has, in one row, because its list is read and written as a whole. */
interface InventoryTable {
  org_id: string;
  device: string;
  /**
   * A list of `[application, version, version_num, reported]`. `version` is null, and `version_num` as the device named
   * it, when the service does not have that version. Nothing follows the last value that is not null; without a moment
   * of its own, a version was reported with the list.
   */
  versions: Json;
  /** When the list was written. */
  reported: Moment;
}

/** Reported applications that the organization does not have, kept for reports. */
interface InstalledUnknownTable {
  org_id: string;
  device: string;
  position: number;
  item: Json;
  reported: Moment;
}

/** People all of whose devices are past the deadline of a mandatory application, or soon will be. */
interface NoncomplianceTable {
  org_id: string;
  user: string;
  found: Moment;
  /** When the mail to them was handed over to the mail server; null before. */
  told: Moment | null;
}
