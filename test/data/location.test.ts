import { afterEach, beforeEach, expect, it } from 'vitest';
import type { LocationPermission } from '../../contract/devices.ts';
import { reportLocationChanges } from '../../src/data/device/location.ts';
import { Client } from '../../src/data/http/client.ts';
import { type Line, openLine } from '../setup/http/line.ts';
import { openService } from '../setup/open-service.ts';

/** The state of a permission as browsers show it. */
class Permission extends EventTarget {
  state: LocationPermission = 'granted';

  become(state: LocationPermission): void {
    this.state = state;
    this.dispatchEvent(new Event('change'));
  }
}

const path = '/v3/catalog/device/location/';

let line: Line;
let client: Client;
let permission: Permission;
let watch: AbortController;
const service = await openService();
beforeEach(async () => {
  line = await openLine(service.url);
  client = new Client(line.url);
  const { token, udid } = await service.signIn(await service.makeUser());
  client.identity = { token, udid };
  permission = new Permission();
  Reflect.set(navigator, 'permissions', { query: async () => permission });
  watch = new AbortController();
});
afterEach(async () => {
  watch.abort();
  Reflect.deleteProperty(navigator, 'permissions');
  await line.close();
});

const follow = (events = new EventTarget()) =>
  reportLocationChanges({ client, events, signal: watch.signal });
const reports = () => line.log.filter((entry) => entry.path === path);
async function stored(): Promise<string | null> {
  const { db } = service.platform.database;
  const udid = client.identity?.udid ?? '';
  const row = await db
    .selectFrom('devices')
    .select('location_permission')
    .where('id', '=', udid)
    .executeTakeFirstOrThrow();
  return row.location_permission;
}

it('sends one report at a time, so that the newest state arrives last', async () => {
  const first = Promise.withResolvers<void>();
  line.hold = () => (reports().length === 1 ? first.promise : undefined);
  const followed = follow();
  await expect.poll(() => reports().length).toBe(1);
  permission.become('denied');
  permission.become('prompt');
  expect(reports()).toHaveLength(1);
  first.resolve();
  await followed;
  expect(reports()).toHaveLength(2);
  expect(await stored()).toBe('prompt');
});

it('sends a report again that had no answer', async () => {
  line.state = 'failing';
  await follow();
  expect(await stored()).not.toBe('granted');
  line.state = 'open';
  await expect.poll(stored).toBe('granted');
});

it('sends a report as soon as there is a network', async () => {
  line.state = 'cut';
  const events = new EventTarget();
  await follow(events);
  line.state = 'open';
  events.dispatchEvent(new Event('online'));
  await expect.poll(stored).toBe('granted');
});

it('does not repeat a report that the service has refused', async () => {
  client.identity = { token: 'void', udid: client.identity?.udid ?? '' };
  await follow();
  expect(reports()).toHaveLength(1);
});
