import { describe, expect, test } from 'vitest';
import { addApplication } from '../../contract/applications.ts';
import { authenticateUser } from '../../contract/identity.ts';
import { updateOrganization } from '../../contract/organizations.ts';
import { addUser, readCaller } from '../../contract/users.ts';
import { isListed } from '../../mock-server/features/organizations/cors.ts';
import { openService } from '../setup/open-service.ts';
import { unchecked } from '../setup/requests.ts';

const ours = 'https://admin.example.org';
const stranger = 'https://evil.example.com';

const service = await openService();
const token = service.admin.token;
const elsewhere = (await service.makeOrganization()).token;
const body = { cors_domain_whitelist: ['admin.example.org'] };
await service.ok(updateOrganization, { token, params: { org_id: service.admin.orgId }, body });

const ask = (origin: string, path = '/v1/users/') =>
  service.fetch(path, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-token' },
  });
const allowed = (answer: { headers: Headers }) => answer.headers.get('access-control-allow-origin');

describe('cors_domain_whitelist', () => {
  test('a page of a listed domain may ask with every method and header of the interface', async () => {
    const answer = await ask(ours);
    expect([answer.status, allowed(answer)]).toEqual([204, ours]);
    expect(answer.headers.get('access-control-allow-methods')).toBe('GET, HEAD, POST, PUT, PATCH, DELETE');
    expect(answer.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('x-token');
    expect(answer.headers.get('vary')).toBe('Origin');
    expect(allowed(await ask(ours, `/v1/org/${service.admin.orgId}/users/`))).toBe(ours);
  });

  test('a page of any other domain may not', async () => {
    expect(allowed(await ask(stranger))).toBe(null);
    expect(allowed(await service.call(readCaller, { token, headers: { origin: stranger } }))).toBe(null);
  });

  test('answers and refusals can be read by a listed page', async () => {
    expect(allowed(await service.call(readCaller, { token, headers: { origin: ours } }))).toBe(ours);
    const wrong = { user_id: 'nobody', password: 'wrong' };
    const refused = await service.call(authenticateUser, { headers: { origin: ours }, body: wrong });
    expect([refused.status, allowed(refused)]).toEqual([401, ours]);
    const invalid = await service.call(unchecked(addUser), { token, headers: { origin: ours }, body: {} });
    expect([invalid.status, allowed(invalid)]).toEqual([400, ours]);
  });

  test('the list of one organization lets nobody into another', async () => {
    const answer = await service.call(readCaller, { token: elsewhere, headers: { origin: ours } });
    expect([answer.status, allowed(answer)]).toEqual([200, null]);
  });

  test('images can be read by a listed page, and every cache keeps its answer apart', async () => {
    const { application } = await service.ok(addApplication, {
      token,
      body: { hybrid: { url: 'https://images.example.org/', platform: 'iOS' } },
    });
    const path = application.version?.icon_path ?? '';
    const images = [path, path.replace('.png', '-64.webp')];
    for (const image of images) {
      const answers = [ours, stranger].map((origin) => service.fetch(image, { headers: { origin } }));
      expect((await Promise.all(answers)).map(allowed)).toEqual([ours, null]);
      const { status, headers } = await service.fetch(image);
      expect([status, headers.get('vary')]).toEqual([200, 'Origin']);
    }
    expect(allowed(await service.fetch('/media/none.png', { headers: { origin: ours } }))).toBe(ours);
  });

  test('without an origin nothing is added', async () => {
    expect(allowed(await service.call(readCaller, { token }))).toBe(null);
    const answer = await service.fetch('/v1/users/', { method: 'OPTIONS' });
    expect(answer.status).toBe(405);
  });
});

describe('an entry of the list', () => {
  test.each([
    ['admin.example.org', 'https://admin.example.org', true],
    ['ADMIN.example.org', 'https://admin.example.org', true],
    ['admin.example.org', 'http://admin.example.org', false],
    ['admin.example.org', 'https://admin.example.org:8443', false],
    ['admin.example.org', 'https://xadmin.example.org', false],
    ['admin.example.org', 'https://admin.example.org.evil.com', false],
    ['admin.example.org:8443', 'https://admin.example.org:8443', true],
    ['https://admin.example.org:443', 'https://admin.example.org', true],
    ['http://localhost:3000', 'http://localhost:3000', true],
    ['http://localhost:3000', 'https://localhost:3000', false],
    ['*.example.org', 'https://a.b.example.org', true],
    ['*.example.org', 'https://example.org', false],
    ['*.example.org', 'https://badexample.org', false],
    ['*.com', 'https://evil.com', false],
    ['https://*.co.uk', 'https://evil.co.uk', false],
    ['*.example.co.uk', 'https://a.example.co.uk', true],
    ['http://*.localhost:3000', 'http://a.localhost:3000', true],
    ['admin.example.org', 'null', false],
    ['admin.example.org', '', false],
  ])('%s and the origin %s: %s', (entry, origin, listed) => {
    expect(isListed(origin, [entry])).toBe(listed);
  });
});
