import { Type } from 'typebox';
import { DeviceHeaders } from './catalog.ts';
import { nullable, output } from './common/fields.ts';
import { operation } from './common/operation.ts';
import { locationPermissions } from './devices.ts';

const LocationPermission = Type.Enum(locationPermissions);

export const tellLocation = operation({
  name: 'tellLocation',
  recorded: false,
  area: 'devices',
  method: 'PUT',
  path: '/v3/catalog/device/location/',
  context: 'user_and_device',
  within: ['self'],
  headers: DeviceHeaders,
  body: Type.Object({ location_permission: LocationPermission }),
  response: output({
    /**
     * The permission as it is now stored: a device that belongs to somebody else keeps its own. Null: none is stored.
     */
    location_permission: nullable(LocationPermission),
  }),
  source: 'ours: the permission changes between two sign-ins; location_services_status shows it',
  summary: 'Report whether applications on this device may use its location',
});

export const deviceFactOperations = [tellLocation] as const;
