import { type LocationPermission, locationPermissions } from '../../../contract/devices.ts';
import { changeDevice } from '../../platform/database/changes/changes.ts';
import { now } from '../../platform/database/identifiers.ts';
import type { DeviceCaller } from '../../platform/http/contexts.ts';
import type { Platform } from '../../platform/services.ts';
import { mayDescribe, ownedSince } from './owner.ts';
import * as store from './store.ts';

/**
 * Stores what a device reports about its location permission, and when; a device that belongs to somebody else keeps
 * its value. Returns the value that is stored now.
 */
export const tellLocation = (
  { database }: Platform,
  { orgId, user, device: { id } }: DeviceCaller,
  said: LocationPermission,
): Promise<LocationPermission | null> =>
  database.unaudited(async (tx) => {
    const known = await store.findDevice(tx, orgId, { id }, ownedSince());
    if (known === undefined) return null;
    if (!mayDescribe(known, user.id)) return permissionOf(known.location_permission);
    // No catalog shows it.
    return changeDevice(tx, orgId, id, async (change) => {
      await store.updateDevice(change, orgId, id, { location_permission: said, location_told: now() });
      return { applications: null, result: said };
    });
  });

const permissionOf = (kept: string | null): LocationPermission | null =>
  locationPermissions.find((known) => known === kept) ?? null;
