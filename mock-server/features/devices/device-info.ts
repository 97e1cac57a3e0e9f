import type { DeviceInfo } from '../../../contract/devices.ts';
import type { Flag } from '../../migrations/tables/columns.ts';
import { getNow } from '../../platform/database/identifiers.ts';
import type { DeviceRow } from './store.ts';

type InfoColumns = Pick<
  DeviceRow,
  | 'name'
  | 'manufacturer'
  | 'model'
  | 'operating_system'
  | 'operating_system_name'
  | 'operating_system_version'
  | 'form_factor'
  | 'total_ram'
  | 'free_ram'
  | 'total_storage'
  | 'free_storage'
  | 'camera'
  | 'front_camera'
  | 'flash'
  | 'ios_push_token'
  | 'android_push_token'
  | 'push_token_told'
  | 'jailbreak_status'
  | 'location_permission'
  | 'location_told'
>;

const toFlag = (value: boolean | null | undefined): Flag | null =>
  value === undefined || value === null ? null : value ? 1 : 0;

/** The columns for what a device reports about itself; what it does not report this time keeps its value. */
export function toDeviceColumns(info: DeviceInfo, known: DeviceRow | null): InfoColumns {
  return {
    name: info.name ?? known?.name ?? null,
    manufacturer: info.manufacturer ?? known?.manufacturer ?? null,
    model: info.model ?? known?.model ?? null,
    operating_system: info.operating_system ?? known?.operating_system ?? 0,
    operating_system_name: info.operating_system_name ?? known?.operating_system_name ?? null,
    operating_system_version: info.operating_system_version ?? known?.operating_system_version ?? null,
    form_factor: info.form_factor ?? known?.form_factor ?? 0,
    total_ram: info.total_ram ?? known?.total_ram ?? null,
    free_ram: info.free_ram ?? known?.free_ram ?? null,
    total_storage: info.total_storage ?? known?.total_storage ?? null,
    free_storage: info.free_storage ?? known?.free_storage ?? null,
    camera: toFlag(info.camera) ?? known?.camera ?? null,
    front_camera: toFlag(info.front_camera) ?? known?.front_camera ?? null,
    flash: toFlag(info.flash) ?? known?.flash ?? null,
    ios_push_token: info.ios_push_token ?? known?.ios_push_token ?? null,
    android_push_token: info.android_push_token ?? known?.android_push_token ?? null,
    push_token_told:
      (info.ios_push_token ?? info.android_push_token) ? getNow() : (known?.push_token_told ?? null),
    jailbreak_status: info.jailbreak_status ?? known?.jailbreak_status ?? -1,
    location_permission: info.location_permission ?? known?.location_permission ?? null,
    location_told: info.location_permission ? getNow() : (known?.location_told ?? null),
  };
}
