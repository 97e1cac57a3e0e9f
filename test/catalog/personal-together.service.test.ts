import { afterAll, beforeAll, expect, test } from 'vitest';
import { installApplication } from '../../contract/downloads.ts';
import { postInstalled } from '../../contract/inventory.ts';
import { loadDevicePart, loadPersonPart } from '../../mock-server/features/catalog/personal.ts';
import { personalTogether } from '../../mock-server/features/catalog/personal-together.ts';
import { startService, type TestService } from '../setup/service.ts';
import { World } from './sync-world.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const counting = [0, 1, 2, 3, 4, 5];

test('what a server is asked together is what it says to each', async () => {
  const { db, dialect } = service.platform.database;
  const world = await World.make(service);
  for (const person of counting.slice(0, 2)) {
    for (const application of counting) {
      if (application % 2 === person) await world.act(['rate', person, application, application]);
    }
    await world.act(['report', person, person, 0]);
  }
  const [phone] = world.clients;
  const [app] = world.applications;
  // Two downloads, of which the last counts.
  for (let at = 0; at < 2; at += 1) {
    const params = { application: app?.id ?? '' };
    const query = { token: phone?.session.token ?? '', udid: phone?.session.udid ?? '' };
    const { headers } = await service.call(installApplication, { params, query });
    expect((await service.fetch(headers.get('location') ?? '')).status).toBe(200);
  }
  // Items that are no application of the organization keep their order.
  const foreign = ['org.example.zebra', 'org.example.aardvark'].map((bundle_id) => ({ bundle_id }));
  const { token = '', udid = '' } = world.clients.at(-1)?.session ?? {};
  await service.ok(postInstalled, { token, udid, body: { applications: foreign } });
  const asked = [];
  for (const { session } of world.clients) {
    const { user, device } = await service.server.gatekeeper.onDevice(session.token, session.udid);
    asked.push([user.id, device.id] as const);
  }
  const { orgId } = service.admin;
  const apart = [];
  for (const [userId, deviceId] of asked) {
    const person = await loadPersonPart(db, orgId, userId);
    const device = await loadDevicePart(db, orgId, deviceId);
    apart.push({
      person: { ...person, stamp: expect.any(Number) },
      device: { ...device, stamp: expect.any(Number) },
    });
  }
  const [one] = apart;
  expect(one?.person.likes.size).toBeGreaterThan(0);
  expect(one?.person.downloads.size).toBeGreaterThan(0);
  expect(apart.some(({ device }) => device.versions.size > 0)).toBe(true);
  expect(apart.at(-1)?.device.unknown.map((item) => JSON.parse(item))).toEqual(foreign);
  // On the embedded database, each caller reads for themselves.
  if (dialect === 'sqlite') return;
  const together = personalTogether(db);
  const nobody = ['nobody', 'nothing'] as const;
  const found = await Promise.all([...asked, nobody, ...asked].map((each) => together.ask(orgId, each)));
  const nothing = {
    person: { stamp: expect.any(Number), groups: [], likes: new Map(), downloads: new Map() },
    device: { stamp: expect.any(Number), versions: new Map(), unknown: [] },
  };
  expect(found).toEqual([...apart, nothing, ...apart]);
});
