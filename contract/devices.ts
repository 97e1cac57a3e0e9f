import { type Static, Type } from 'typebox';
import { Id, nullable, output, PathIdentifier, Timestamp } from './common/fields.ts';
import { operation } from './common/operation.ts';
import { IdentityUser } from './identity.ts';

/** 0 Unknown, 1 iOS, 102.. Android 2 and later, 401 Windows phone 8; document 3, Operating system codes. */
export const OperatingSystem = Type.Integer({
  anyOf: [{ const: 0 }, { const: 1 }, { minimum: 102, maximum: 199 }, { const: 401 }],
});

/** What a device reports about the permission to use its location; ours. */
export const locationPermissions = ['granted', 'denied', 'prompt', 'unknown'] as const;
export type LocationPermission = (typeof locationPermissions)[number];

const Text = Type.String({ maxLength: 300 });
const Bytes = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** What a device reports about itself at sign-in; document 3, POST /v2/catalog/authenticate/. Null means not reported. */
export const DeviceInfo = Type.Object({
  udid: Type.String({ minLength: 1, maxLength: 200 }),
  manufacturer: Type.Optional(nullable(Text)),
  operating_system: Type.Optional(nullable(OperatingSystem)),
  operating_system_name: Type.Optional(nullable(Text)),
  operating_system_version: Type.Optional(nullable(Text)),
  name: Type.Optional(nullable(Text)),
  ios_push_token: Type.Optional(nullable(Text)),
  /** Ours: the token of Firebase Cloud Messaging, of an App Catalog for Android. */
  android_push_token: Type.Optional(nullable(Text)),
  form_factor: Type.Optional(nullable(Type.Union([Type.Literal(0), Type.Literal(1), Type.Literal(2)]))),
  model: Type.Optional(nullable(Text)),
  total_ram: Type.Optional(nullable(Bytes)),
  free_ram: Type.Optional(nullable(Bytes)),
  total_storage: Type.Optional(nullable(Bytes)),
  free_storage: Type.Optional(nullable(Bytes)),
  camera: Type.Optional(nullable(Type.Boolean())),
  front_camera: Type.Optional(nullable(Type.Boolean())),
  flash: Type.Optional(nullable(Type.Boolean())),
  /** Ours: what an App Catalog detected, with the values of a device: -1 unknown, 0 no, 1 jailbroken or rooted. */
  jailbreak_status: Type.Optional(nullable(Type.Union([Type.Literal(-1), Type.Literal(0), Type.Literal(1)]))),
  /**
   * Ours: whether applications of the device may use its location, as far as the client can tell; `prompt`: the person
   * was not asked yet.
   */
  location_permission: Type.Optional(nullable(Type.Enum(locationPermissions))),
});
export type DeviceInfo = Static<typeof DeviceInfo>;

/** Document 3, Device. What the device did not report is an empty text, 0 or false, because the document has no null there. */
export const Device = output({
  id: Id,
  udid: Type.String(),
  name: Type.String(),
  manufacturer: Type.String(),
  model: Type.String(),
  operating_system: Type.Integer(),
  operating_system_name: Type.String(),
  operating_system_version: Type.String(),
  form_factor: Type.Integer(),
  total_ram: Type.Integer(),
  free_ram: Type.Integer(),
  total_storage: Type.Integer(),
  free_storage: Type.Integer(),
  camera: Type.Boolean(),
  front_camera: Type.Boolean(),
  flash: Type.Boolean(),
  ios_push_token: nullable(Type.String()),
  jailbreak_status: Type.Integer(),
  created: Timestamp,
  until_date: Timestamp,
  until: Timestamp,
  disabled_reason: nullable(Type.Integer()),
  single_app_mode_app_psk: nullable(Type.Integer()),
});
export type Device = Static<typeof Device>;

const pairing = {
  id: Id,
  created: Timestamp,
  disabled_reason: nullable(Type.Integer()),
  until: Timestamp,
  device: Device,
};
const UserParams = Type.Object({ user: PathIdentifier });

export const listUserDevices = operation({
  name: 'listUserDevices',
  area: 'devices',
  method: 'GET',
  path: '/v1/devices/users/:user',
  context: 'valid_user',
  within: ['self'],
  params: UserParams,
  response: output({ devices: Type.Array(Device) }),
  source: 'document 3, Devices',
  summary: 'List the devices of a user',
});

export const listUserPairings = operation({
  name: 'listUserPairings',
  area: 'devices',
  method: 'GET',
  path: '/v2/device_users/users/:user',
  context: 'valid_user',
  within: ['self'],
  params: UserParams,
  response: output({
    user: IdentityUser,
    devices: Type.Array(output({ ...pairing, last_active: Timestamp })),
  }),
  source: 'document 3, Devices; `last_active` is ours here',
  summary: 'List the devices of a user with their pairings',
});

const Pairing = output({
  device_user: output({ ...pairing, last_active: Timestamp, user: IdentityUser }),
});
const onePairing = {
  area: 'devices',
  context: 'administrator',
  params: Type.Object({ device: PathIdentifier, user: PathIdentifier }),
  source: 'document 3, Devices',
} as const;

export const readPairing = operation({
  ...onePairing,
  name: 'readPairing',
  method: 'GET',
  path: '/v2/devices/:device/users/:user',
  response: Pairing,
  summary: 'One pairing of device and user',
});

export const readPairingV1 = operation({
  ...onePairing,
  name: 'readPairingV1',
  method: 'GET',
  path: '/v1/devices/:device/users/:user',
  response: Pairing,
  source: 'document 3, Devices (the address table lists this form)',
  summary: 'One pairing of device and user',
});

export const deletePairing = operation({
  ...onePairing,
  name: 'deletePairing',
  method: 'DELETE',
  path: '/v1/devices/:device/users/:user',
  response: output({ deleted: Type.Boolean() }),
  summary: 'Remove a pairing; the next sign-in on the device makes a new one',
});

export const removeOwnDevice = operation({
  name: 'removeOwnDevice',
  area: 'devices',
  method: 'DELETE',
  path: '/v3/devices/:device/',
  context: 'valid_user',
  params: Type.Object({ device: PathIdentifier }),
  response: output({ removed: Type.Boolean() }),
  source: 'ours: people remove a device that they have lost or given away',
  summary:
    "Remove one of one's own devices, and end the sessions on it; the next sign-in there adds it again",
});

export const deviceOperations = [
  listUserDevices,
  listUserPairings,
  readPairing,
  readPairingV1,
  deletePairing,
  removeOwnDevice,
] as const;
