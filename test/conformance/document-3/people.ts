import type { DeviceInfo } from '../../../contract/devices.ts';
import type { Assignment } from '../../../contract/groups.ts';
import type { TestService } from '../../setup/service.ts';
import type { TestUser } from '../../setup/world/people.ts';
import { makeGroup } from '../../setup/world/publishing.ts';

/** The credentials of a request of the catalog: X-TOKEN and X-UDID. */
export interface Session {
  token: string;
  udid: string;
}

export interface Person {
  user: TestUser;
  /** The psk of the group through which the person has the applications. */
  group: number;
  session: Session;
}

/** A new person in their own new group that has these applications, signed in on a device. */
export async function personWith(
  service: TestService,
  apps: readonly Assignment[],
  device: Partial<DeviceInfo> = {},
): Promise<Person> {
  const user = await service.makeUser();
  const group = await makeGroup(service, `Group of ${user.userId}`, { apps: [...apps], users: [user] });
  return { user, group, session: await sessionOf(service, user, device) };
}

/** Another session of somebody, on any device. */
export async function sessionOf(
  service: TestService,
  user: TestUser,
  device: Partial<DeviceInfo> = {},
): Promise<Session> {
  const { token, udid } = await service.signIn(user, device);
  return { token, udid };
}

/** The names of all fields in a JSON value, at any depth. */
export function fieldNames(value: unknown): Set<string> {
  if (typeof value !== 'object' || value === null) return new Set();
  const own = Array.isArray(value) ? [] : Object.keys(value);
  return new Set([...own, ...Object.values(value).flatMap((item) => [...fieldNames(item)])]);
}
