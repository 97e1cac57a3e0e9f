import { type LocationPermission, locationPermissions } from '../../../contract/devices.ts';
import { changeDevice } from '../../platform/database/changes/changes.ts';
import { getNow } from '../../platform/database/identifiers.ts';
import type { DeviceCaller } from '../../platform/http/contexts.ts';
import type { Platform } from '../../platform/services.ts';
import { getOwnershipStart, mayDescribe } from './owner.ts';
import * as store from './store.ts';

/**
 * Stores what a device reports about its location permission, and when; a device that belongs to somebody else keeps
 * its value. Returns the value that is stored now.
 */
export const reportLocation = (
  { database }: Platform,
  { orgId, user, device: { id } }: DeviceCaller,
  reported: LocationPermission,
): Promise<LocationPermission | null> =>
  database.unaudited(async (tx) => {
    const known = await store.findDevice(tx, orgId, { id }, getOwnershipStart());
    if (known === undefined) return null;
    if (!mayDescribe(known, user.id)) return getPermission(known.location_permission);
    // No catalog shows it.
    return changeDevice(tx, orgId, id, async (change) => {
      await store.updateDevice(change, orgId, id, { location_permission: reported, location_told: getNow() });
      return { applications: null, result: reported };
    });
  });

const getPermission = (stored: string | null): LocationPermission | null =>
  locationPermissions.find((known) => known === stored) ?? null;
