import { roles } from '../../../contract/common/codes.ts';
import { forbiddenError, notFoundError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/contexts.ts';
import { findUser, type UserRow } from '../users/facade.ts';
import type { DevicesContext } from './devices-context.ts';
import { pairingRemoved } from './events.ts';
import * as store from './store.ts';

export interface Paired {
  pairing: store.PairingRow;
  device: store.DeviceRow;
}

/**
 * The user whose devices are requested: for an administrator any user of the organization, for anybody else only
 * themself.
 */
async function findRequestedUser(
  platform: DevicesContext,
  caller: Caller,
  identifier: string,
): Promise<UserRow> {
  const user = await findUser(platform.database.db, caller.orgId, identifier);
  if (caller.user.role !== roles.administrator && user?.id !== caller.user.id) {
    throw forbiddenError('You can see only your own devices.');
  }
  if (user === undefined) throw notFoundError('user');
  return user;
}

/** Devices of a user with their pairings; document 3, Devices. Errors: `forbidden`, `not_found`. */
export async function listUserDevices(
  platform: DevicesContext,
  caller: Caller,
  identifier: string,
): Promise<{ user: UserRow; paired: Paired[] }> {
  const { db } = platform.database;
  const user = await findRequestedUser(platform, caller, identifier);
  await platform.deviceActivity.flush();
  const pairings = await store.listPairings(db, user.org_id, user.id);
  const devices = await store.findDevicesById(
    db,
    user.org_id,
    pairings.map((pairing) => pairing.device),
  );
  const byId = new Map(devices.map((device) => [device.id, device]));
  const paired = pairings.flatMap((pairing) => {
    const device = byId.get(pairing.device);
    return device === undefined ? [] : [{ pairing, device }];
  });
  return { user, paired };
}

/** One pairing. Error: `not_found`. */
export async function findPaired(
  platform: DevicesContext,
  caller: Caller,
  deviceIdentifier: string,
  userIdentifier: string,
): Promise<Paired & { user: UserRow }> {
  const { user, paired } = await listUserDevices(platform, caller, userIdentifier);
  const found = paired.find(
    ({ device }) => device.id === deviceIdentifier || device.udid === deviceIdentifier,
  );
  if (found === undefined) throw notFoundError('pairing of this device and user');
  return { ...found, user };
}

/** Removes a pairing and ends its sessions at once. Error: `not_found`. */
export async function removePairing(
  platform: DevicesContext,
  caller: Caller,
  deviceIdentifier: string,
  userIdentifier: string,
): Promise<void> {
  const { pairing, device, user } = await findPaired(platform, caller, deviceIdentifier, userIdentifier);
  await platform.database.transaction(async (tx) => {
    const removed = { orgId: user.org_id, device: device.id, user: user.id };
    await platform.events.publish(tx, pairingRemoved, removed);
    await store.deletePairing(tx, user.org_id, pairing.id);
  });
}
