import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applicationPolicyOperations } from '../../contract/application-policies.ts';
import { addApplication } from '../../contract/applications.ts';
import type { Operation } from '../../contract/common/operation.ts';
import { credentialsOperations } from '../../contract/credentials.ts';
import { feedOperations } from '../../contract/feeds.ts';
import { inspectionOperations } from '../../contract/inspections.ts';
import { mailOperations } from '../../contract/mails.ts';
import { policyOperations } from '../../contract/policies.ts';
import { reportOperations } from '../../contract/reports.ts';
import { setApplicationTerms, termsOperations } from '../../contract/terms.ts';
import { switchOn } from '../inspections/switched-on.ts';
import { tokenOf } from '../policies/application-tokens.ts';
import type { Answer } from '../setup/answers.ts';
import { androidCredentials } from '../setup/credentials.ts';
import { publishAndroid } from '../setup/publishing.ts';
import { postForm, rawForm } from '../setup/raw-form.ts';
import { allowedBy } from '../setup/schema-values.ts';
import { startService, type TestService } from '../setup/service.ts';
import { storeCredentials } from '../setup/signing.ts';

/** Whatever a request of signing, policies, inspections, terms, hybrid applications, reports and feeds carries, it is answered: with a success or the error object, never with a 5xx. */
let service: TestService;
let known: Record<string, string>;
let applicationToken: string;
let session: { token: string; udid: string };
let sound: Record<string, unknown>;
beforeAll(async () => {
  const policyReports = { window: 1, requestsPerAddress: 1_000_000, eventsPerApplication: 1_000_000 };
  service = await startService({ limits: { policyReports } });
  const { token, orgId } = service.admin;
  await switchOn(service, orgId, { token });
  const app = await publishAndroid(service, 'org.example.target');
  const access = { policy_id: 'vendor.access-control' };
  await service.fetch(`/v2/applications/${app.id}/policies/`, {
    method: 'POST',
    headers: { 'x-token': token, 'content-type': 'application/json' },
    body: JSON.stringify({ configurations: [access] }),
  });
  applicationToken = await tokenOf(service, app.id);
  const { terms } = await service.ok(setApplicationTerms, {
    token,
    params: { application: app.id },
    body: { texts: { en: 'Be kind.' } },
  });
  session = await service.signIn(service.admin);
  known = {
    application: app.id,
    app_psk: String(app.psk),
    policy: 'vendor.open-webpage-url',
    credentials: await storeCredentials(service),
    configuration: 'none',
    report_name: 'user_details',
    feed_name: 'login_activity',
    terms: terms.id,
  };
  const range = { start: '2030-01-01', end: '2031-01-01T00:00:00+02:00' };
  const page = { open_webpage_url: 'https://example.org/', open_webpage_frequency: '24' };
  const preset = { name: 'News', auth_required: true, enabled_by_default: false, configuration: page };
  sound = {
    addPreset: preset,
    updatePreset: preset,
    applyPolicies: {
      configurations: [{ ...access, auth_required: true, configuration: { access_date_range: range } }],
      credentials_id: null,
    },
    reportEvents: {
      events: [
        {
          id: 'event-0001',
          kind: 'crash',
          at: '2026-01-01',
          message: 'm',
          stack: 's',
          device: 'd',
          user: 'u',
        },
        { id: 'event-0002', kind: 'usage', at: '2026-01-01', ended: '2026-01-02', version: '1' },
      ],
    },
    setTerms: { texts: { en: 'Be kind.', 'pt-BR': 'Seja gentil.' } },
    setApplicationTerms: { texts: { de: 'Sei nett.' } },
    answerTerms: { accepted: true },
    addCredentials: {
      ...(await androidCredentials()),
      store_password: false,
      provisioning_profile_file_names: [],
      provisioning_profiles_base64: [],
      provisioning_profile_names: [],
    },
    addApplication: {
      hybrid: {
        url: 'https://example.org/',
        platform: 'iOS',
        show_navbar: true,
        allow_tabs: true,
        file_open_support: true,
      },
      app_name: 'Shop',
      version_num: '1.0',
      groups: [],
    },
  };
});
afterAll(() => service.stop());

/** Pieces of JSON, and of what is none, that stand where something else should. */
const odd = [
  'null',
  'true',
  '[]',
  '{}',
  '""',
  '" "',
  '-1',
  '0.5',
  '1e400',
  '-1e400',
  '1e-400',
  '9'.repeat(400),
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udfff\\ud800"',
  '"\\u202e\\u2028"',
  '"__proto__"',
  '{"__proto__":{"polluted":1}}',
  '{"constructor":{"prototype":{"polluted":1}}}',
  '{"toString":null}',
  'NaN',
  'Infinity',
  'undefined',
  '01',
  "'a'",
  '{"a":1,}',
  '[1,]',
  '"a',
  '\ufeff1',
  '/**/1',
  '',
  `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
  `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
  '['.repeat(100_000),
  `[${'1,'.repeat(9_999)}1]`,
  `[${'{},'.repeat(9_999)}{}]`,
  `{${Array.from({ length: 10_000 }, (_, at) => `"k${at}":${at}`).join()}}`,
  `"${'x'.repeat(300_000)}"`,
  `"${' '.repeat(300_000)}!"`,
  `"${'漢'.repeat(300_000)}"`,
];

/** Every place of a value, by the names and positions that lead to it. */
function placesOf(value: unknown, at: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  const inner =
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, item]) => placesOf(item, [...at, name]))
      : [];
  return [at, ...inner];
}

const here = '\u0001here';
function marked(value: unknown, [first, ...rest]: readonly (string | number)[]): unknown {
  if (first === undefined) return here;
  const copy = structuredClone(value) as Record<string | number, unknown>;
  copy[first] = marked(copy[first], rest);
  return copy;
}

/** The JSON of a body with a piece in one of its places. */
const damaged = (body: unknown, place: number, piece: string): string => {
  const places = placesOf(body);
  const text = JSON.stringify(marked(body, places[place % places.length] ?? []));
  return text.replace(JSON.stringify(here), () => piece);
};

function expectAnswer({ status, body }: Answer): void {
  expect(status).toBeLessThan(500);
  const { error } = (body ?? {}) as { error?: { code: number } };
  expect(typeof error?.code).toBe(status < 400 ? 'undefined' : 'number');
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
}

const options = { numRuns: Number(process.env.HOSTILE_REQUESTS ?? 20), seed: 7 };
const operations: readonly Operation[] = [
  ...policyOperations,
  ...applicationPolicyOperations,
  ...credentialsOperations,
  ...inspectionOperations,
  ...reportOperations,
  ...feedOperations,
  addApplication,
  ...termsOperations,
  ...mailOperations,
];
const oddPath = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
  fc.constantFrom(
    '0',
    '-1',
    '1e400',
    '9'.repeat(40),
    '..',
    '%',
    ' ',
    '\0',
    '\ud800',
    '__proto__',
    'constructor',
  ),
);
const oddQuery = fc.constantFrom(
  '',
  'provider=',
  'provider=providerx&provider=providery',
  'provider[]=providerx',
  'provider=providerz',
  'provider=%00',
  'provider=%ff',
  'provider=providerx&__proto__=1',
  `provider=${'x'.repeat(5_000)}`,
  'block_token=a',
  'block_token=%00&format=csv',
  'format=csv&count=0',
  'format=xml',
  'count=1e400',
  'count=9007199254740993',
  'search=%00',
  `search=${',%25'.repeat(100)}`,
  "search='%22%5C_&format=csv",
  'date=2030-02-30,2030-03-01',
  'date=9999-12-31,9999-12-31',
  'date=,',
  'role=5&role=6',
  'role=-0',
  'start_date=0000-01-01',
  'start_date=2030-01-01&platform=NaN',
);
const types = ['application/json', 'application/json', 'application/json; charset=utf-16', 'text/plain'];
const oddTypes = [...types, 'application/x-www-form-urlencoded', 'multipart/form-data', 'a/b; c', ''];

describe.each(operations)('$method $path', (operation) => {
  const send = (path: string | null, query: string, type: string, body: string | undefined) => {
    const address = operation.path.replace(/:(\w+)/g, (_, name: string) =>
      path === null ? (known[name] ?? '') : encodeURIComponent(path.toWellFormed()),
    );
    return service.fetch(`${address}?${query}`, {
      method: operation.method,
      headers: {
        'x-token': session.token,
        'x-application-token': applicationToken,
        'x-udid': session.udid,
        ...(type !== '' && { 'content-type': type }),
      },
      ...(operation.method !== 'GET' && body !== undefined && { body }),
    });
  };

  test('is answered, whatever its body is', async () => {
    expect.hasAssertions();
    const allowed = operation.body === undefined ? fc.jsonValue() : allowedBy(operation.body);
    const body = fc.oneof(fc.constant(sound[operation.name] ?? {}), allowed);
    await fc.assert(
      fc.asyncProperty(body, fc.nat(), fc.constantFrom(...odd), async (value, place, piece) => {
        // What is deleted for good would leave nothing to ask.
        const path = operation.name === 'deleteCredentials' ? 'none' : null;
        expectAnswer(
          await send(path, 'provider=providerx', 'application/json', damaged(value, place, piece)),
        );
      }),
      options,
    );
  });

  test('is answered, whatever its address and type are', async () => {
    expect.hasAssertions();
    await fc.assert(
      fc.asyncProperty(
        fc.option(oddPath),
        oddQuery,
        fc.constantFrom(...oddTypes),
        async (path, query, type) => {
          const body = JSON.stringify(sound[operation.name] ?? {});
          expectAnswer(await send(path, query, type, body));
        },
      ),
      options,
    );
  });
});

test('a hybrid application in a form with doubled or odd parts is answered', async () => {
  expect.hasAssertions();
  const { token } = service.admin;
  const data = { disposition: 'name="data"', body: JSON.stringify(sound.addApplication) };
  const icon = { disposition: 'name="icon_file"; filename="a.png"', type: 'image/png', body: 'no picture' };
  const file = { disposition: 'name="app_file"; filename="a.apk"', body: 'no package' };
  for (const parts of [
    [data, data],
    [data, icon],
    [data, icon, icon],
    [data, file],
    [icon],
    [icon, file, data],
  ]) {
    expectAnswer(await postForm(service, { token, address: '/v1/applications/' }, rawForm(parts)));
  }
});
