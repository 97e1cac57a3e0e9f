import { describe, expect, test } from 'vitest';
import { readApplicationStats } from '../../contract/applications.ts';
import type { QueryOf } from '../../contract/common/request.ts';
import { installApplication } from '../../contract/downloads.ts';
import { postInstalled } from '../../contract/inventory.ts';
import { rateApplication } from '../../contract/reviews.ts';
import { createId } from '../../mock-server/platform/database/identifiers.ts';
import { withoutGuard } from '../../mock-server/platform/database/unguarded.ts';
import { openService } from '../setup/open-service.ts';
import { assign, makeGroup, type PublishedApplication, publishAndroid } from '../setup/world/publishing.ts';

const service = await openService();
const { token } = service.admin;

const stats = async (application: string, query: QueryOf<typeof readApplicationStats> = {}) =>
  (await service.ok(readApplicationStats, { token, params: { application }, query })).app_stats;

/** Beyond those that the service gave. */
let position = 1_000_000;

/** Adds downloads at these moments, each by its own device. */
async function downloaded(app: PublishedApplication, moments: string[]) {
  const row = { org_id: service.admin.orgId, kind: 'install' as const, user: null, install_file: app.fileId };
  await withoutGuard(service.platform.database.db)
    .insertInto('downloads')
    .values(
      moments.map((created) => ({
        ...row,
        id: createId(),
        link: createId(),
        device: createId(),
        application: app.id,
        version: app.versionId,
        created,
        position: (position += 1),
      })),
    )
    .execute();
}
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

describe('the numbers of an application', () => {
  test('count what people really do: downloads, installs, likes', async () => {
    const users = [await service.makeUser(), await service.makeUser()];
    const app = await publishAndroid(service, 'org.example.busy');
    const group = await makeGroup(service, 'Busy', { users });
    await assign(service, group, { id: app.psk });
    for (const [at, user] of users.entries()) {
      const who = await service.signIn(user);
      const redirect = await service.call(installApplication, {
        params: { application: app.id },
        query: { token: who.token, udid: who.udid },
      });
      const file = await service.fetch(redirect.headers.get('location') ?? '');
      expect([redirect.status, file.status]).toEqual([302, 200]);
      await service.ok(rateApplication, { ...who, params: { application: app.id }, body: { like: at } });
      if (at === 0) await service.ok(postInstalled, { ...who, body: { applications: [{ id: app.id }] } });
    }
    const today = new Date().toISOString().slice(0, 10);
    const { by_day, ...numbers } = await stats(app.id);
    expect(numbers).toEqual({ downloads: 2, installs: 1, devices: 2, likes: 1, dislikes: 1 });
    expect(by_day.reduce((sum, day) => sum + day.downloads, 0)).toBe(2);
    expect(by_day.every(({ date }) => date <= today)).toBe(true);
  });

  test('count the last 30 days when no dates are given', async () => {
    const app = await publishAndroid(service, 'org.example.month');
    await downloaded(app, [daysAgo(0), daysAgo(28), daysAgo(31)]);
    const { downloads, by_day } = await stats(app.id);
    expect(downloads).toBe(2);
    expect(by_day).toEqual([
      { date: daysAgo(28).slice(0, 10), downloads: 1 },
      { date: daysAgo(0).slice(0, 10), downloads: 1 },
    ]);
  });

  test('count both days of a range whole', async () => {
    const app = await publishAndroid(service, 'org.example.range');
    await downloaded(app, [
      '2025-02-27T23:59:59.999Z',
      '2025-02-28T00:00:00.000Z',
      '2025-03-01T12:00:00.000Z',
      '2025-03-01T23:59:59.999Z',
      '2025-03-02T00:00:00.000Z',
    ]);
    const range = { start_date: '2025-02-28', end_date: '2025-03-01' };
    const { downloads, by_day } = await stats(app.id, range);
    expect(downloads).toBe(3);
    expect(by_day).toEqual([
      { date: '2025-02-28', downloads: 1 },
      { date: '2025-03-01', downloads: 2 },
    ]);
    expect((await stats(app.id, { start_date: '0001-01-01', end_date: '9999-12-31' })).downloads).toBe(5);
    expect((await stats(app.id, { end_date: '2025-03-01' })).downloads).toBe(4);
    expect((await stats(app.id, { start_date: '2025-03-02' })).downloads).toBe(1);
  });

  test.each([
    { start_date: '2025-02-30' },
    { start_date: '28.02.2025' },
    { end_date: 'today' },
    { start_date: '2025-03-02', end_date: '2025-03-01' },
    { start_date: '9999-12-31' },
  ])('cannot be had for %o', async (query) => {
    const { id } = await publishAndroid(service, 'org.example.dates');
    const args = { token, params: { application: id }, query };
    expect(await service.refused(readApplicationStats, args)).toMatchObject({ status: 400 });
  });
});
