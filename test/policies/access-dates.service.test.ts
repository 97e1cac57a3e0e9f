import { describe, expect, it } from 'vitest';
import { applyPolicies, removePolicies } from '../../contract/application-policies.ts';
import { listCatalog, readCatalogApplication } from '../../contract/catalog.ts';
import { directApplication, installAll, installApplication } from '../../contract/downloads.ts';
import { syncCatalog } from '../../contract/sync.ts';
import { openService } from '../setup/open-service.ts';
import { makeGroup, publishAndroid } from '../setup/world/publishing.ts';

const hour = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString();
const asShown = (moment: string) => moment.replace('Z', '+00:00');

const service = await openService();
const token = service.admin.token;
const app = await publishAndroid(service, 'org.example.seasonal', { no_auth_delivery_enabled: true });
const other = await publishAndroid(service, 'org.example.always');
const user = await service.makeUser();
await makeGroup(service, 'Everybody', { apps: [{ id: app.psk }, { id: other.psk }], users: [user] });
const session = await service.signIn(user);

const restrict = async (range: object | null) => {
  const configuration = range && { access_date_range: range };
  const body = { configurations: [{ policy_id: 'vendor.access-control', configuration }] };
  const answer = await service.call(applyPolicies, { token, params: { application: app.id }, body });
  expect(answer.status).toBe(202);
};
const entry = async () =>
  (await service.ok(listCatalog, session)).applications.find(({ id }) => id === app.id);
const install = () => service.call(installApplication, { query: session, params: { application: app.id } });
const direct = () =>
  service.call(directApplication, { params: { application: app.id }, query: { system: 'android' } });
const closed = { status: 403, body: { error: { code: 1068 } } };

describe('an application with a range of dates', () => {
  it('is shown with its dates, in lists, on its page and in the sync', async () => {
    const [start, end] = [inHours(-1), inHours(1)];
    await restrict({ start, end });
    const dates = { offered_from: asShown(start), offered_until: asShown(end) };
    expect(await entry()).toMatchObject(dates);
    const page = await service.ok(readCatalogApplication, { ...session, params: { application: app.id } });
    expect(page.application).toMatchObject(dates);
    const { entries } = await service.ok(syncCatalog, session);
    expect(entries.find(({ id }) => id === app.id)).toMatchObject(dates);
    expect(entries.find(({ id }) => id === other.id)).not.toHaveProperty('offered_from');
  });

  it('is installed within it', async () => {
    await restrict({ start: inHours(-1), end: inHours(1) });
    expect((await install()).status).toBe(302);
    expect((await direct()).status).toBe(302);
  });

  it.each([
    ['before it', () => ({ start: inHours(1) })],
    ['after it', () => ({ end: inHours(-1) })],
    ['outside of both', () => ({ start: inHours(-2), end: inHours(-1) })],
  ])('is not installed %s, but still shown', async (_name, range) => {
    await restrict(range());
    expect(await install()).toMatchObject(closed);
    expect(await direct()).toMatchObject(closed);
    expect(await entry()).toBeDefined();
    const all = await service.ok(installAll, { query: session });
    expect(all.applications.map(({ id }) => id)).toEqual([other.id]);
  });

  it('is told to catalogs that are kept as soon as the dates change', async () => {
    await restrict({ start: inHours(-1) });
    const { cursor } = await service.ok(syncCatalog, session);
    await restrict({ start: inHours(2) });
    const { entries, whole } = await service.ok(syncCatalog, { ...session, query: { cursor } });
    expect([whole, entries.map(({ id }) => id)]).toEqual([false, [app.id]]);
  });

  it('takes a day without a time as the whole day', async () => {
    await restrict({ start: '2030-01-31', end: '2030-01-31' });
    expect(await entry()).toMatchObject({
      offered_from: '2030-01-31T00:00:00.000+00:00',
      offered_until: '2030-02-01T00:00:00.000+00:00',
    });
  });

  it('is offered always again when the range or the policy is gone', async () => {
    await restrict({ end: inHours(-1) });
    await restrict(null);
    expect(await entry()).not.toHaveProperty('offered_until');
    expect((await install()).status).toBe(302);
    await restrict({ end: inHours(-1) });
    await service.call(removePolicies, { token, params: { application: app.id } });
    expect((await install()).status).toBe(302);
  });
});
