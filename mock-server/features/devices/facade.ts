import type { DeviceInfo } from '../../../contract/devices.ts';
import type { SessionEnd } from '../../../contract/identity.ts';
import { changeDevice } from '../../platform/database/changes/changes.ts';
import type { Tx } from '../../platform/database/handles.ts';
import { createId, getNow } from '../../platform/database/identifiers.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { CallerDevice } from '../../platform/http/contexts.ts';
import { toDeviceColumns } from './device-info.ts';
import type { DevicesContext } from './devices-context.ts';
import { getOwnershipStart, mayDescribe } from './owner.ts';
import * as store from './store.ts';

export type { DevicesContext } from './devices-context.ts';
export { announceNewDevice } from './notices.ts';
export { presentDevice } from './presenter.ts';
export { deletePushTokens } from './push-tokens.ts';
export { type DeviceRow, findDeviceId, type PairingRow } from './store.ts';

/**
 * The device of a signed-in user. Error: `device_unknown` when it is not paired with this user, or it or the pairing is
 * disabled.
 */
export async function findPairedDevice(
  platform: DevicesContext,
  orgId: string,
  userId: string,
  identifier: string,
): Promise<CallerDevice> {
  const found = await store.findPairing(platform.database.db, orgId, identifier, userId);
  if (found === undefined) {
    throw new ServiceError(
      'device_unknown',
      'This device is not known for your account. Sign in on it again.',
      { details: { reason: 'device_unpaired' satisfies SessionEnd } },
    );
  }
  const refusal = findPairingRefusal(found, getNow());
  if (refusal !== null) throw refusal;
  platform.deviceActivity.note(orgId, found.pairingId);
  return {
    id: found.deviceId,
    operatingSystem: found.operating_system,
    operatingSystemVersion: found.operating_system_version,
    formFactor: found.form_factor,
  };
}

/** What disables a device or the pairing of a person with it: a reason, or an end date. */
export interface PairingState {
  deviceDisabled: number | null;
  deviceUntil: string | null;
  pairingDisabled: number | null;
  pairingUntil: string | null;
}

/** `device_unknown` for a device or pairing that is disabled or past its end date; null for others. */
export function findPairingRefusal(state: PairingState, moment: string): ServiceError | null {
  const { deviceDisabled, deviceUntil, pairingDisabled, pairingUntil } = state;
  const isRefused =
    isDisabled(deviceDisabled, deviceUntil, moment) || isDisabled(pairingDisabled, pairingUntil, moment);
  return isRefused ? deviceIsDisabled() : null;
}

const isDisabled = (reason: number | null, until: string | null, moment: string): boolean =>
  reason !== null || (until !== null && until <= moment);

const deviceIsDisabled = () =>
  new ServiceError('device_unknown', 'This device is disabled. Contact your support.', {
    details: { reason: 'device_disabled' satisfies SessionEnd },
  });

/** The catalog that signs in: what the headers of its sign-in say; null for a portal. */
export interface CatalogClient {
  bundleId: string;
  version: string;
}

/** A device that signed in; `pairing` when it is new to this user. */
export interface Registered {
  device: store.DeviceRow;
  pairing: store.PairingRow | null;
}

/**
 * Finds or creates the device of a catalog sign-in, stores what the device reports about itself, and pairs it with the
 * user; document 3, POST /v2/catalog/authenticate/. Error: `device_unknown` when device or pairing is disabled.
 */
export async function registerDevice(
  tx: Tx,
  orgId: string,
  userId: string,
  info: DeviceInfo,
  client: CatalogClient | null,
): Promise<Registered> {
  const device = await recordDevice(tx, orgId, userId, info);
  const moment = getNow();
  if (isDisabled(device.disabled_reason, device.until, moment)) throw deviceIsDisabled();
  const catalog = client && { catalog_bundle_id: client.bundleId, catalog_version: client.version };
  const pairing = await store.findPairing(tx, orgId, device.id, userId);
  if (pairing !== undefined) {
    if (isDisabled(pairing.pairingDisabled, pairing.pairingUntil, moment)) throw deviceIsDisabled();
    await store.updatePairing(tx, orgId, pairing.pairingId, { last_active: moment, ...catalog });
    return { device, pairing: null };
  }
  const added: store.PairingRow = {
    org_id: orgId,
    id: createId(),
    device: device.id,
    user: userId,
    catalog_bundle_id: null,
    catalog_version: null,
    ...catalog,
    created: moment,
    last_active: moment,
    until: null,
    disabled_reason: null,
  };
  await store.insertPairing(tx, added);
  return { device, pairing: added };
}

async function recordDevice(
  tx: Tx,
  orgId: string,
  userId: string,
  info: DeviceInfo,
): Promise<store.DeviceRow> {
  const found = await store.findDevice(tx, orgId, { udid: info.udid }, getOwnershipStart());
  if (found !== undefined) {
    const { owner: _, ...known } = found;
    if (!mayDescribe(found, userId)) return known;
    const columns = toDeviceColumns(info, known);
    return changeDevice(tx, orgId, known.id, async (change) => {
      await store.updateDevice(change, orgId, known.id, columns);
      return { applications: [], result: { ...known, ...columns } };
    });
  }
  const device: store.DeviceRow = {
    org_id: orgId,
    id: createId(),
    udid: info.udid,
    ...toDeviceColumns(info, null),
    created: getNow(),
    until: null,
    disabled_reason: null,
    inventory_reported: null,
    revision: 1,
  };
  // When another sign-in on the same new device was faster, the device exists by now.
  const isNew = await changeDevice(tx, orgId, device.id, async (change) => ({
    applications: null,
    result: await store.insertDevice(change, device),
  }));
  return isNew ? device : recordDevice(tx, orgId, userId, info);
}
