import type { Device } from '../../../contract/devices.ts';
import { endDate, formatTimestamp } from '../../platform/http/responses/timestamps.ts';
import type { DeviceRow, PairingRow } from './store.ts';

/** Document 3, Device. */
export function presentDevice(row: DeviceRow): Device {
  return {
    id: row.id,
    udid: row.udid,
    name: row.name ?? '',
    manufacturer: row.manufacturer ?? '',
    model: row.model ?? '',
    operating_system: row.operating_system,
    operating_system_name: row.operating_system_name ?? '',
    operating_system_version: row.operating_system_version ?? '',
    form_factor: row.form_factor,
    total_ram: row.total_ram ?? 0,
    free_ram: row.free_ram ?? 0,
    total_storage: row.total_storage ?? 0,
    free_storage: row.free_storage ?? 0,
    camera: row.camera === 1,
    front_camera: row.front_camera === 1,
    flash: row.flash === 1,
    ios_push_token: row.ios_push_token,
    jailbreak_status: row.jailbreak_status,
    created: formatTimestamp(row.created),
    until_date: endDate(row.until),
    until: endDate(row.until),
    disabled_reason: row.disabled_reason,
    single_app_mode_app_psk: null,
  };
}

/** Document 3, Device-user pairing, without its user. */
export const presentPairing = (pairing: PairingRow, device: DeviceRow) => ({
  id: pairing.id,
  created: formatTimestamp(pairing.created),
  last_active: formatTimestamp(pairing.last_active),
  disabled_reason: pairing.disabled_reason,
  until: endDate(pairing.until),
  device: presentDevice(device),
});
