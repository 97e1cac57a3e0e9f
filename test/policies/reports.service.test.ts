import { describe, expect, it } from 'vitest';
import {
  applyPolicies,
  listEvents,
  maxEvents,
  readPolicyDocument,
  removePolicies,
  reportEvents,
} from '../../contract/application-policies.ts';
import type { QueryOf } from '../../contract/common/request.ts';
import { updateOrganization } from '../../contract/organizations.ts';
import { defaultLimits } from '../../mock-server/settings/limits.ts';
import { openService } from '../setup/open-service.ts';
import { unchecked } from '../setup/requests.ts';
import { type PublishedApplication, publishAndroid } from '../setup/world/publishing.ts';
import { tokenOf } from './application-tokens.ts';

const windowOfTests = 60_000;
const eventsAllowed = 2_000;

const policyReports = {
  ...defaultLimits.policyReports,
  window: windowOfTests,
  requestsPerAddress: 100_000,
  eventsPerApplication: eventsAllowed,
};
const service = await openService({ limits: { policyReports } });
const token = service.admin.token;
const headersOf = async (application: PublishedApplication) => ({
  'x-application-token': await tokenOf(service, application.id),
});
const app = await governed('org.example.reports');
const own = await headersOf(app);

/** An application with an access policy, which changes no package. */
async function governed(bundleId: string): Promise<PublishedApplication> {
  const made = await publishAndroid(service, bundleId);
  const params = { application: made.id };
  const body = { configurations: [{ policy_id: 'vendor.access-control' }] };
  await service.ok(applyPolicies, { token, params, body });
  return made;
}

const event = (id: string, more: object = {}) => ({
  id,
  kind: 'usage' as const,
  at: '2026-05-01T08:00:00Z',
  ended: '2026-05-01T08:05:00+02:00',
  version: '1.0',
  device: 'Pixel 8',
  user: 'ada',
  ...more,
});
const report = (events: object[], headers = own) =>
  service.call(unchecked(reportEvents), { headers, body: { events } });
const rows = (application = app.id) =>
  service.platform.database.db
    .selectFrom('policy_events')
    .selectAll()
    .where('application', '=', application)
    .orderBy('id')
    .execute();

describe('events of an application', () => {
  it('are kept with device, version and times, each kind with its own fields', async () => {
    const events = [
      event('kept-0001'),
      event('kept-0002', { kind: 'crash', message: 'Boom', stack: 'at Main.kt:7', ended: null }),
      event('kept-0003', { kind: 'sign_in', succeeded: false }),
      event('kept-0004', { kind: 'policy_read', device: null, user: null }),
    ];
    expect(await report(events)).toMatchObject({ status: 200, body: { accepted: 4, known: 0 } });
    const stored = (await rows()).filter(({ id }) => id.startsWith('kept-'));
    expect(stored.map(({ kind, details }) => [kind, JSON.parse(details)])).toEqual([
      ['usage', { ended: '2026-05-01T06:05:00.000Z' }],
      ['crash', { message: 'Boom', stack: 'at Main.kt:7' }],
      ['sign_in', { succeeded: false }],
      ['policy_read', {}],
    ]);
    expect(stored[0]).toMatchObject({
      org_id: service.admin.orgId,
      at: '2026-05-01T08:00:00.000Z',
      version: '1.0',
      device: 'Pixel 8',
      user: 'ada',
    });
  });

  it('are kept once, however often and at once they are sent, as they came first', async () => {
    const batch = [event('once-0001'), event('once-0002'), event('once-0001')];
    const answers = await Promise.all([report(batch), report(batch), report(batch)]);
    const accepted = answers.map(({ body }) => (body as { accepted: number }).accepted);
    expect(accepted.reduce((sum, count) => sum + count)).toBe(2);
    expect((await report([event('once-0001', { user: 'eve' })])).body).toEqual({ accepted: 0, known: 1 });
    const stored = (await rows()).filter(({ id }) => id.startsWith('once-'));
    expect(stored.map(({ id, user }) => [id, user])).toEqual([
      ['once-0001', 'ada'],
      ['once-0002', 'ada'],
    ]);
  });

  it('are those of the application that the token names, whatever they are called elsewhere', async () => {
    const second = await governed('org.example.second');
    const other = await headersOf(second);
    await report([event('shared-001')]);
    expect((await report([event('shared-001')], other)).body).toEqual({ accepted: 1, known: 0 });
    expect((await rows(second.id)).map(({ id }) => id)).toEqual(['shared-001']);
  });

  it.each([
    [{ events: [] }],
    [{ events: {} }],
    [{ events: Array.from({ length: maxEvents + 1 }, (_, at) => event(`many-${at}-000`)) }],
    [{ events: [event('short')].map((one) => ({ ...one, id: 'x' })) }],
    [{ events: [event('bad-00001', { kind: 'payment' })] }],
    [{ events: [event('bad-00002', { at: 'now' })] }],
    [{ events: [event('bad-00003', { at: '9999-12-31T23:59:59Z' })] }],
    [{ events: [event('bad-00004', { stack: 'x'.repeat(20_001), kind: 'crash' })] }],
    [{ events: [event('bad-00005'), event('bad-00006', { at: '2026-02-30T00:00:00Z' })] }],
    [{ events: [event('bad-00007', { user: 'a\u0000b' })] }],
    ['nothing'],
  ])('are not taken as %j', async (body) => {
    const answer = await service.call(unchecked(reportEvents), { headers: own, body });
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 1000 } } });
    expect((await rows()).filter(({ id }) => id.startsWith('bad-'))).toEqual([]);
  });

  it('are limited for each application, and the answer says how long to wait', async () => {
    const flooding = await governed('org.example.flood');
    const headers = await headersOf(flooding);
    const flood = (part: number) =>
      report(
        Array.from({ length: maxEvents }, (_, at) => event(`flood-${part}-${at}`)),
        headers,
      );
    const answers = await Promise.all(Array.from({ length: 6 }, (_, part) => flood(part)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBe(6 - eventsAllowed / maxEvents);
    const wait = Number(refused[0]?.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(windowOfTests / 1000);
    expect((await rows(flooding.id)).length).toBe(eventsAllowed);
    expect(await report([event('calm-0001')])).toMatchObject({ status: 200 });
  });
});

describe('a token', () => {
  const refused = (headers: object) =>
    service.refused(unchecked(readPolicyDocument), { headers: headers as Record<string, string> });

  it('is needed', async () => {
    expect(await refused({})).toMatchObject({ status: 400 });
  });

  it.each(['x', 'a'.repeat(95), '0'.repeat(300)])('is not %s', async (made) => {
    expect(await refused({ 'x-application-token': made })).toMatchObject({ status: 401, code: 1001 });
  });

  it('is not that of a person, nor one with another organization or application in it', async () => {
    const ours = own['x-application-token'];
    const { orgId } = await service.makeOrganization();
    const second = await tokenOf(service, (await governed('org.example.swapped')).id);
    for (const forged of [
      token,
      orgId + ours.slice(26),
      ours.slice(0, 26) + second.slice(26, 52) + ours.slice(52),
      `${ours.slice(0, -1)}${ours.endsWith('A') ? 'B' : 'A'}`,
    ]) {
      expect(await refused({ 'x-application-token': forged })).toMatchObject({ status: 401 });
    }
  });

  it('ends with the policies: a new one is made when there are policies again', async () => {
    const gone = await governed('org.example.gone');
    const headers = await headersOf(gone);
    await service.call(removePolicies, { token, params: { application: gone.id } });
    expect(await refused(headers)).toMatchObject({ status: 401 });
    const body = { configurations: [{ policy_id: 'vendor.access-control' }] };
    await service.ok(applyPolicies, { token, params: { application: gone.id }, body });
    expect(await refused(headers)).toMatchObject({ status: 401 });
    expect(await headersOf(gone)).not.toEqual(headers);
  });

  it('opens nothing else', async () => {
    const request = await service.fetch('/v2/policies/', {
      headers: { 'x-token': own['x-application-token'] },
    });
    expect(request.status).toBe(401);
  });
});

describe('the document', () => {
  it('shows the policies that hold now, and has not changed until they do', async () => {
    const live = await governed('org.example.live');
    const headers = await headersOf(live);
    const first = await service.call(readPolicyDocument, { headers });
    expect(first.body).toEqual({
      format: 1,
      application: live.id,
      policies: [{ policy_id: 'vendor.access-control', auth_required: false, configuration: {} }],
    });
    const etag = first.headers.get('etag') ?? '';
    const again = { headers: { ...headers, 'if-none-match': etag } };
    expect(await service.call(readPolicyDocument, again)).toMatchObject({ status: 304, body: '' });
    const range = { end: '2030-01-01T00:00:00Z' };
    const configurations = [
      { policy_id: 'vendor.access-control', configuration: { access_date_range: range } },
    ];
    await service.ok(applyPolicies, { token, params: { application: live.id }, body: { configurations } });
    const second = await service.call(readPolicyDocument, again);
    expect(second.status).toBe(200);
    expect(second.headers.get('etag')).not.toBe(etag);
    expect(second.body).toMatchObject({ policies: [{ configuration: { access_date_range: range } }] });
  });
});

describe('crashes and other events', () => {
  const read = (query: QueryOf<typeof listEvents>, acting: { token: string; org?: string } = { token }) =>
    service.ok(listEvents, { ...acting, query });
  const ids = async (query: QueryOf<typeof listEvents>) => (await read(query)).events.map(({ id }) => id);

  it('are read by kind, application and days, the newest first, in blocks', async () => {
    const crashing = await governed('org.example.crashing');
    const headers = await headersOf(crashing);
    const crash = (name: string, at: string, more: object = {}) =>
      event(name, { kind: 'crash', at, ended: null, message: 'Boom', stack: 'at Main.kt:7', ...more });
    const many = Array.from({ length: 230 }, (_, at) =>
      crash(
        `many-${String(at).padStart(4, '0')}`,
        `2026-06-${String(1 + (at % 10)).padStart(2, '0')}T08:00:00Z`,
      ),
    );
    await report(
      [...many, crash('last-0001', '2026-07-01T23:30:00Z', { user: service.admin.userId })],
      headers,
    );
    await report([event('read-0001', { kind: 'policy_read', ended: null })], headers);
    const application = crashing.id;
    const seen: string[] = [];
    let block = await read({ kind: 'crash', application });
    expect(block.events[0]).toEqual({
      id: 'last-0001',
      kind: 'crash',
      app_id: crashing.id,
      app_name: expect.any(String) as string,
      version: '1.0',
      date: '2026-07-01T23:30:00.000+00:00',
      received: expect.any(String) as string,
      user_id: service.admin.userId,
      device_id: 'Pixel 8',
      device_name: 'Pixel 8',
      succeeded: null,
      message: 'Boom',
      stack: 'at Main.kt:7',
    });
    for (;;) {
      seen.push(...block.events.map(({ id }) => id));
      if (block.next_block_token === null) break;
      block = await read({ kind: 'crash', application, block_token: block.next_block_token });
    }
    expect(block.end_of_data).toBe(true);
    expect(seen.toSorted()).toEqual(['last-0001', ...many.map(({ id }) => id)].toSorted());
    expect(await ids({ kind: 'crash', date: '2026-07-01,2026-07-01' })).toEqual(['last-0001']);
    expect(await ids({ kind: 'crash', application, date: '2026-06-10,2026-06-10' })).toHaveLength(23);
    expect(await ids({ kind: 'policy_read', application: crashing.psk.toString() })).toEqual(['read-0001']);
  });

  it('are read by nobody else, and a token is good for its question only', async () => {
    const { next_block_token } = await read({ kind: 'crash' });
    const block_token = next_block_token ?? '';
    const refused = async (query: object, acting: object = { token }) => {
      const { status, code } = await service.refused(unchecked(listEvents), {
        ...acting,
        query: { ...query },
      });
      return [status, code];
    };
    expect(await refused({ kind: 'policy_read', block_token })).toEqual([400, 1090]);
    expect(await refused({ kind: 'crash', block_token, date: '2026-01-01,2026-12-31' })).toEqual([400, 1090]);
    expect(await refused({ kind: 'crash', block_token: 'garbage' })).toEqual([400, 1090]);
    expect(await refused({ kind: 'usage' })).toEqual([400, 1000]);
    expect(await refused({})).toEqual([400, 1000]);
    expect(await refused({ kind: 'crash', date: '2026-02-30,2026-03-01' })).toEqual([400, 1000]);
    expect(await refused({ kind: 'crash', application: 'nobodys' })).toEqual([404, 1010]);
    const child = await service.makeOrganization();
    expect((await read({ kind: 'crash' }, { token, org: child.orgId })).events).toEqual([]);
    expect((await refused({ kind: 'crash', application: app.id }, { token: child.token }))[0]).toBe(404);
  });

  it('name nobody who may have been deleted where the organization wants none', async () => {
    const keep = (without: boolean) =>
      service.ok(updateOrganization, {
        token,
        params: { org_id: service.admin.orgId },
        body: { deleted_users_without_names: without },
      });
    await keep(true);
    const named = (await read({ kind: 'crash' })).events.map(({ user_id }) => user_id);
    await keep(false);
    expect([named.includes('ada'), named.includes(service.admin.userId)]).toEqual([false, true]);
  });
});
