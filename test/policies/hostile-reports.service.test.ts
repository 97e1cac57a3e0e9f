import { expect, test } from 'vitest';
import { applyPolicies, readPolicyDocument, reportEvents } from '../../contract/application-policies.ts';
import { deleteApplication } from '../../contract/applications.ts';
import { updateOrganization } from '../../contract/organizations.ts';
import { deleteExpiredActivity } from '../../mock-server/features/activity/delete-expired.ts';
import { defaultLimits } from '../../mock-server/settings/limits.ts';
import type { Answer } from '../setup/answers.ts';
import { openService } from '../setup/open-service.ts';
import { unchecked } from '../setup/requests.ts';
import { startService } from '../setup/service.ts';
import { publishAndroid } from '../setup/world/publishing.ts';
import { tokenOf } from './application-tokens.ts';

const max = 40;
const limits = { ...defaultLimits.policyReports, window: 3_600_000 };
const policyReports = { ...limits, requestsPerAddress: 1_000, eventsPerApplication: 100_000 };
const service = await openService({ limits: { policyReports } });

async function governed(bundleId: string) {
  const { id } = await publishAndroid(service, bundleId);
  const body = { configurations: [{ policy_id: 'vendor.access-control' }] };
  await service.ok(applyPolicies, { token: service.admin.token, params: { application: id }, body });
  return { id, headers: { 'x-application-token': await tokenOf(service, id) } };
}
const report = (headers: Record<string, string>, events: object[]) =>
  service.call(unchecked(reportEvents), { headers, body: { events } });
const usage = (id: string, at = '2026-05-01T08:00:00Z') => ({ id, kind: 'usage', at });

test('the same events in any order at once are kept once, and nobody waits for ever', async () => {
  const { id, headers } = await governed('org.example.orders');
  const events = Array.from({ length: 400 }, (_, at) => usage(`order-${String(at).padStart(4, '0')}`));
  const answers = await Promise.all(
    Array.from({ length: max }, (_, at) => report(headers, at % 2 === 0 ? events : events.toReversed())),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const accepted = answers.reduce((sum, { body }) => sum + (body as { accepted: number }).accepted, 0);
  expect(accepted).toBe(events.length);
  const rows = await service.platform.database.db
    .selectFrom('policy_events')
    .select('id')
    .where('application', '=', id)
    .execute();
  expect(rows).toHaveLength(events.length);
});

test('moments of any year are kept as they were, and none is made up', async () => {
  const { headers } = await governed('org.example.moments');
  for (const at of ['1970-01-01', '0001-01-01T00:00:00Z', '9999-12-30T23:59:59Z']) {
    expect(await report(headers, [usage(`moment-${at.slice(0, 4)}`, at)])).toMatchObject({ status: 200 });
  }
  for (const at of [
    '9999-12-31',
    '9999-12-31 or so',
    '',
    '1e400',
    '2026-13-01',
    '-000001-01-01',
    '10000-01-01',
  ]) {
    expect(await report(headers, [usage('moment-none', at)])).toMatchObject({ status: 400 });
  }
});

test('a crash with a long stack counts as much as it takes to keep', async () => {
  const small = await startService({
    limits: { policyReports: { ...limits, eventsPerApplication: 100 } },
  });
  try {
    const { id } = await publishAndroid(small, 'org.example.heavy');
    const configurations = [{ policy_id: 'vendor.access-control' }];
    const params = { application: id };
    await small.ok(applyPolicies, { token: small.admin.token, params, body: { configurations } });
    const headers = { 'x-application-token': await tokenOf(small, id) };
    const crash = (at: number) => ({ ...usage(`crash-${at}-000`), kind: 'crash', stack: 'x'.repeat(20_000) });
    const events = Array.from({ length: 6 }, (_, at) => crash(at));
    const request = { headers, body: { events } };
    expect(await small.refused(unchecked(reportEvents), request)).toMatchObject({ status: 429 });
    expect(
      await small.ok(unchecked(reportEvents), { headers, body: { events: events.slice(0, 4) } }),
    ).toEqual({ accepted: 4, known: 0 });
  } finally {
    await small.stop();
  }
});

test('of one application, and of all of an organization, only so many events are taken a day', async () => {
  const small = await startService({
    limits: { policyReports: { ...limits, eventsPerApplicationADay: 3, eventsPerOrganizationADay: 4 } },
  });
  try {
    const [first, second] = await Promise.all(
      ['org.example.day', 'org.example.night'].map(async (bundleId) => {
        const { id } = await publishAndroid(small, bundleId);
        const body = { configurations: [{ policy_id: 'vendor.access-control' }] };
        await small.ok(applyPolicies, { token: small.admin.token, params: { application: id }, body });
        return { 'x-application-token': await tokenOf(small, id) };
      }),
    );
    const send = (headers = {}, ...ids: string[]) =>
      small.call(unchecked(reportEvents), {
        headers,
        body: { events: ids.map((id) => usage(`day-${id}-0000`)) },
      });
    expect(await send(first, 'a', 'b', 'c')).toMatchObject({ status: 200 });
    const refused = await send(first, 'd');
    expect(refused).toMatchObject({ status: 429 });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_600);
    expect(await send(second, 'a', 'b')).toMatchObject({ status: 429 });
    expect(await send(second, 'a')).toMatchObject({ status: 200 });
  } finally {
    await small.stop();
  }
});

test('events are forgotten when their organization keeps them no longer, however many, and no others', async () => {
  const { id, headers } = await governed('org.example.age');
  const { db } = service.platform.database;
  const keep = (days: number) =>
    service.ok(updateOrganization, {
      token: service.admin.token,
      params: { org_id: service.admin.orgId },
      body: { activity_retention_in_days: days },
    });
  const arrived = (part: string, received: Date) =>
    db
      .updateTable('policy_events')
      .set({ received: received.toISOString() })
      .where('id', 'like', part)
      .execute();
  const left = async () =>
    (await db.selectFrom('policy_events').select('id').where('application', '=', id).orderBy('id').execute())
      .map((row) => row.id.slice(0, 5))
      .filter((name, place, all) => name !== all[place - 1]);
  const day = 24 * 3_600_000;
  const ago = (days: number) => new Date(Date.now() - days * day);
  for (const [part, at, count] of [
    ['old-1', ago(1_000), 500],
    ['old-2', ago(1_000), 300],
    // The clock of this device is off by many years.
    ['ahead', new Date('2090-01-01'), 500],
    ['fresh', ago(1), 1],
  ] as const) {
    const events = Array.from({ length: count }, (_, at) => `${part}-${String(at).padStart(5, '0')}`);
    await report(
      headers,
      events.map((name) => usage(name, at.toISOString())),
    );
  }
  await arrived('ahead-%', ago(1_000));
  await keep(3_650);
  await deleteExpiredActivity(service.platform);
  expect(await left()).toEqual(['ahead', 'fresh', 'old-1', 'old-2']);
  await keep(731);
  await deleteExpiredActivity(service.platform);
  expect(await left()).toEqual(['fresh']);
});

test('a token ends with its application', async () => {
  const { id, headers } = await governed('org.example.ended');
  await service.call(deleteApplication, { token: service.admin.token, params: { application: id } });
  expect(await report(headers, [usage('after-0001')])).toMatchObject({ status: 401 });
});

test('a flood is refused with the time to wait, before anybody looks at its tokens', async () => {
  const ask = () => service.call(readPolicyDocument, { headers: { 'x-application-token': 'nonsense' } });
  const answers: Answer[] = [];
  // By the hundred: a busy machine takes its time to open so many connections at once, and the client gives up.
  while (answers.length < 1_200) answers.push(...(await Promise.all(Array.from({ length: 100 }, ask))));
  const kinds = new Set(answers.map(({ status }) => status));
  expect(kinds).toEqual(new Set([401, 429]));
  const refused = answers.find(({ status }) => status === 429);
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
});
