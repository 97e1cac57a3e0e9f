import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { addApplication } from '../../../contract/applications.ts';
import { reportViolations } from '../../../contract/violations.ts';
import { head, openRaw } from '../../setup/http/raw-socket.ts';
import { startService } from '../../setup/service.ts';

const catalogDir = await mkdtemp(join(tmpdir(), 'appshelf-catalog-'));
await writeFile(join(catalogDir, 'index.html'), '<!doctype html><title>Catalog</title>');
await writeFile(join(catalogDir, 'sw.js'), 'self');
/** The table of headers in docs/security.md, kind by kind. */
const service = await startService({ catalogDir });
const { application } = await service.ok(addApplication, {
  token: service.admin.token,
  body: { hybrid: { url: 'https://headers.example.org/', platform: 'iOS' } },
});
const icon = new URL(application.version?.icon_path ?? '', service.url).pathname;
afterAll(async () => {
  await service.stop();
  await rm(catalogDir, { recursive: true });
});

type Headers = Record<string, string | string[] | undefined>;
interface Asked {
  method?: string;
  path: string;
  headers?: Record<string, string>;
}

function ask(
  { method = 'GET', path, headers = {} }: Asked,
  url = service.url,
): Promise<{ status: number; headers: Headers }> {
  return new Promise((resolve, reject) => {
    request(new URL(path, url), { method, headers }, (response) => {
      response.resume();
      resolve({ status: response.statusCode ?? 0, headers: response.headers });
    })
      .on('error', reject)
      .end();
  });
}

const ofAnswers = {
  appshelf: '1',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
};
const ofPages = {
  ...ofAnswers,
  'content-security-policy': expect.stringMatching(
    /^default-src 'none'; script-src 'self';.*frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types default; report-to violations$/,
  ),
  'reporting-endpoints': `violations="${reportViolations.path}", default="${reportViolations.path}"`,
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('microphone=()'),
};
const personal = { ...ofAnswers, 'cache-control': 'no-store', vary: 'X-TOKEN' };

const token = () => ({ 'x-token': service.admin.token });
const foreign = { origin: 'https://elsewhere.example', 'access-control-request-method': 'GET' };

test.each<[string, number, () => Asked, Headers]>([
  ['an answer for a person', 200, () => ({ path: '/v2/users/info', headers: token() }), personal],
  ['the session with its token', 200, () => ({ path: '/v1/session/', headers: token() }), personal],
  [
    'an organization',
    200,
    () => ({ path: `/v3/organizations/${service.admin.orgId}/`, headers: token() }),
    personal,
  ],
  ['jobs', 200, () => ({ path: '/v3/jobs/', headers: token() }), personal],
  ['a refusal', 401, () => ({ path: '/v2/users/info' }), personal],
  [
    'an answer for anybody',
    200,
    () => ({ path: '/v3/branding' }),
    { ...ofAnswers, 'cache-control': 'no-store' },
  ],
  ['resumable uploads', 204, () => ({ method: 'OPTIONS', path: '/v3/uploads/' }), ofPages],
  [
    'a question before a request',
    204,
    () => ({ method: 'OPTIONS', path: '/v1/groups/', headers: foreign }),
    ofPages,
  ],
  ['a link without its token', 401, () => ({ path: '/v1/downloads/install/applications/1' }), ofPages],
  ['no operation', 404, () => ({ path: '/v9/nothing' }), ofPages],
  ['no readable address', 400, () => ({ path: '/v2/users/%zz/' }), ofAnswers],
  ['a foreign host', 403, () => ({ path: '/v2/users/info', headers: { host: 'evil.example' } }), ofAnswers],
  ['a page', 200, () => ({ path: '/' }), { ...ofPages, 'cache-control': 'no-cache' }],
  ['a file of the catalog', 200, () => ({ path: '/sw.js' }), { ...ofPages, 'cache-control': 'no-cache' }],
  [
    'the manifest',
    200,
    () => ({ path: '/manifest.webmanifest' }),
    { ...ofPages, 'cache-control': 'no-cache' },
  ],
  [
    'a picture',
    200,
    () => ({ path: icon }),
    { ...ofPages, 'cache-control': 'public, max-age=31536000, immutable' },
  ],
  ['the reference', 200, () => ({ path: '/docs' }), { ...ofPages, 'cache-control': 'no-cache' }],
  ['the contract', 200, () => ({ path: '/openapi.json' }), { ...ofPages, 'cache-control': 'no-cache' }],
  ['health', 200, () => ({ path: '/healthz' }), { ...ofPages, 'cache-control': 'no-store' }],
])('%s', async (_, status, request, headers) => {
  const answer = await ask(request());
  expect(answer).toMatchObject({ status, headers });
  expect(answer.headers).not.toHaveProperty('server');
  expect(answer.headers).not.toHaveProperty('x-powered-by');
});

test('what is no request', async () => {
  const answer = await openRaw(service.url, head('NOTHING /healthz')).ended();
  for (const [name, value] of Object.entries({ ...ofAnswers, 'cache-control': 'no-store' })) {
    expect(answer).toContain(`${name}: ${value}\r\n`);
  }
});

/**
 * The score of the HTTP Observatory for a page over HTTPS, by its published table (mdn/mdn-http-observatory,
 * `charts.js`, 2025): 100, plus these bonus points. What costs points is checked below.
 */
function observatoryBonus(headers: Headers): number {
  const policy = new Map(
    String(headers['content-security-policy'])
      .split('; ')
      .map((directive) => [directive.split(' ', 1)[0], directive.split(' ').slice(1).join(' ')] as const),
  );
  const isStrict =
    policy.get('default-src') === "'none'" && /^'(self|none)'$/.test(policy.get('form-action') ?? '');
  const isPrivate = headers['referrer-policy'] === 'no-referrer';
  const isNoFrame = policy.get('frame-ancestors') === "'none'";
  const isOwn = headers['cross-origin-resource-policy'] === 'same-origin';
  return Number(isStrict) * 10 + Number(isPrivate) * 5 + Number(isNoFrame) * 5 + Number(isOwn) * 10;
}

test('a page has 130 points of the HTTP Observatory', async () => {
  const behind = await startService({
    catalogDir,
    trustProxy: ['loopback'],
    publicUrl: 'https://apps.example.org',
  });
  const { headers } = await ask({ path: '/', headers: { 'x-forwarded-proto': 'https' } }, behind.url);
  await behind.stop();
  expect(100 + observatoryBonus(headers)).toBe(130);
  // Each of these would cost points.
  expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  expect(headers['content-security-policy']).not.toMatch(/unsafe|https?:|script-src[^;]*data:|\*/);
  expect(headers['x-content-type-options']).toBe('nosniff');
  for (const none of ['set-cookie', 'access-control-allow-origin']) expect(headers).not.toHaveProperty(none);
});
