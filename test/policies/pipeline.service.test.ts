import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../setup/service.ts';
import { apk, publish, publishVersion } from '../setup/world/publishing.ts';
import { storeCredentials } from '../setup/world/signing.ts';

/** A build server's plug-in that knows only the documents: it stores JSON and sends it back. */
let service: TestService;
beforeAll(async () => {
  service = await startService({ limits: { jobBackOff: 100 } });
});
afterAll(() => service.stop());

interface Policies {
  status: { code: number };
  configurations: Record<string, unknown>[];
  previous_version_configurations: Record<string, unknown>[];
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
  expect(hasNull(now)).toBe(false);
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
