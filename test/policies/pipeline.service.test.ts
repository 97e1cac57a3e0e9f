import { expect, test } from 'vitest';
import { postForm, rawForm } from '../setup/http/raw-form.ts';
import { openService } from '../setup/open-service.ts';
import { apk, publish, publishVersion } from '../setup/world/publishing.ts';
import { storeCredentials } from '../setup/world/signing.ts';

/** A build server's plug-in that knows only the documents: it stores JSON and sends it back. */
const service = await openService({ limits: { jobBackOff: 100 } });

const umlauts = {
  app_name: 'Küche',
  version_num: '1.0 für alle',
  version_note: 'Größer, schöner',
  short_description: 'Für die Küche',
  long_description: 'Alles, was man für die Küche braucht',
  author: 'Jürgen Müller',
};
const [usage, sso, page, crashes, access] = [
  { policy_id: 'vendor.app-usage' },
  { policy_id: 'vendor.enterprise-sso', auth_required: true },
  { policy_id: 'vendor.open-webpage-url', configuration: { open_webpage_url: 'https://example.org/ü' } },
  { policy_id: 'vendor.collect-crash-reports' },
  { policy_id: 'vendor.access-control', configuration: { access_date_range: { start: '2020-01-01' } } },
];

interface Policies {
  status: { code: number };
  configurations: Record<string, unknown>[];
  previous_version_configurations: Record<string, unknown>[];
}

interface Published {
  application: { id: string };
}

async function ask(method: string, path: string, body?: object) {
  const answer = await service.fetch(path, {
    method,
    headers: {
      'x-token': service.admin.token,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect([200, 202]).toContain(answer.status);
  return answer.body;
}
const policiesOf = async (id: string) => (await ask('GET', `/v2/applications/${id}/policies/`)) as Policies;
const applied = async (id: string, status: number): Promise<void> =>
  await expect.poll(async () => (await policiesOf(id)).status.code).toBe(status);

/** As older HTTP libraries send a form with text: in ISO-8859-1, which its part declares. */
async function sendForm(address: string, data: object, file: Uint8Array) {
  const form = rawForm([
    {
      disposition: 'name="data"',
      type: 'text/plain; charset=ISO-8859-1',
      body: Buffer.from(JSON.stringify(data), 'latin1'),
    },
    {
      disposition: 'name="app_file"; filename="K\xfcche.apk"',
      type: 'application/octet-stream',
      body: file,
    },
  ]);
  const answer = await postForm(service, { token: service.admin.token, address }, form);
  expect(answer.status).toBe(200);
  return answer.body;
}

/** As the plug-in's own objects are written: with every field, null where it has none. */
const sentBack = (configurations: Record<string, unknown>[]) =>
  configurations.map(({ id, policy_id, auth_required, configuration }) => ({
    id,
    policy_id,
    auth_required,
    configuration: configuration ?? null,
  }));

const hasNull = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && Object.values(value).some(hasNull));

test('a build is published, gets the policies of the version before, is signed and enabled', async () => {
  const app = await publish(service, {}, { bytes: apk('org.example.pipeline'), name: 'app.apk' });
  const first = [
    { policy_id: 'vendor.app-usage', auth_required: true },
    {
      policy_id: 'vendor.access-control',
      configuration: { access_date_range: { start: '2020-01-01T00:00:00Z', end: null } },
    },
  ];
  await ask('POST', `/v2/applications/${app.id}/policies/`, { configurations: first });
  await applied(app.id, 3);
  await publishVersion(service, app, {}, { bytes: apk('org.example.pipeline', 2), name: 'app.apk' });

  const before = await policiesOf(app.id);
  expect(before.status.code).toBe(4);
  const configurations = sentBack(before.previous_version_configurations);
  const answer = (await ask('POST', `/v2/applications/${app.id}/policies/`, { configurations })) as Policies;
  expect(answer.configurations).toHaveLength(2);
  await ask('PUT', `/v2/applications/${app.id}/`, { enabled: true });
  await applied(app.id, 3);

  const now = await policiesOf(app.id);
  expect(now.configurations.some(({ configuration }) => hasNull(configuration ?? {}))).toBe(false);
  expect(now.configurations).toEqual([
    expect.objectContaining({ policy_id: 'vendor.app-usage', auth_required: true }),
    expect.objectContaining({
      policy_id: 'vendor.access-control',
      auth_required: false,
      configuration: { access_date_range: { start: '2020-01-01T00:00:00Z' } },
    }),
  ]);

  await ask('PUT', `/v1/applications/${app.id}/credentials/${await storeCredentials(service)}`);
  await applied(app.id, 1);

  // The reapply of a plug-in that changes nothing: taken, and with a list that is not empty.
  const again = { configurations: sentBack(now.configurations) };
  const reapplied = (await ask('POST', `/v2/applications/${app.id}/policies/`, again)) as Policies;
  expect(reapplied.configurations).toHaveLength(2);
  await applied(app.id, 1);
});

test.each([
  ['app-usage', [usage]],
  ['enterprise-sso', [sso]],
  ['open-webpage-url', [page]],
  ['collect-crash-reports', [crashes]],
  ['access-control', [access]],
  ['all of them', [usage, sso, page, crashes, access]],
])(
  'a build with umlauts in every text keeps its policies in the next version: %s',
  async (name, policies) => {
    const id = `org.example.pipeline.${name.replace(/\W/g, '')}`;
    const credentials = await storeCredentials(service);
    const { application } = (await sendForm('/v1/applications/', umlauts, apk(id))) as Published;
    expect(application).toMatchObject({ name: umlauts.app_name, version: umlauts });
    const address = `/v2/applications/${application.id}/policies/`;
    const sign = async () => {
      await ask('PUT', `/v1/applications/${application.id}/credentials/${credentials}`);
      await applied(application.id, 1);
    };
    await ask('POST', address, { configurations: policies });
    await applied(application.id, 3);
    await sign();

    // The build of the next day.
    const next = { ...umlauts, version_num: '2.0 für alle' };
    await sendForm(`/v1/applications/${application.id}`, next, apk(id, 2));
    await applied(application.id, 4);
    const before = await policiesOf(application.id);
    await ask('POST', address, { configurations: sentBack(before.previous_version_configurations) });
    await applied(application.id, 3);
    await sign();
    await ask('PUT', `/v2/applications/${application.id}/`, { enabled: true });
    const read = (await ask('GET', `/v2/applications/${application.id}/`)) as Published;
    expect(read.application).toMatchObject({
      enabled: true,
      signing_status: 'signed',
      version: { version_num: '2.0 für alle', version_note: umlauts.version_note },
    });
    expect((await policiesOf(application.id)).configurations).toMatchObject(policies);
  },
);
