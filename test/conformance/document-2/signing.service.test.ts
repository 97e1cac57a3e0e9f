import { describe, expect, test } from 'vitest';
import { signApplication } from '../../../contract/credentials.ts';
import { openService } from '../../setup/open-service.ts';
import { androidCredentials, iosCredentials } from '../../setup/world/credentials.ts';
import { apk, publish, publishVersion } from '../../setup/world/publishing.ts';
import { signingEnds, storeCredentials } from '../../setup/world/signing.ts';

const service = await openService();

/** Sends a request as a client does that was not built from the contract. */
async function send(method: string, path: string, init: RequestInit = {}) {
  const headers = { 'x-token': service.admin.token, ...(init.headers as Record<string, string>) };
  const { status, body } = await service.fetch(path, { method, ...init, headers });
  return { status, body: body as Record<string, never> };
}
const json = { 'content-type': 'application/json' };
const post = async (body: object) =>
  send('POST', '/v1/credentials/', { headers: json, body: JSON.stringify(body) });

describe('Signing credentials', () => {
  test('POST answers credentials_id; GET lists the fields of the table, with and without the last slash', async () => {
    const { status, body } = await post(await androidCredentials({ description: 'Listed' }));
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['credentials_id']);
    for (const path of ['/v1/credentials/', '/v1/credentials']) {
      const list = (await send('GET', path)).body as unknown as { credentials: Record<string, unknown>[] };
      const listed = list.credentials.find(({ psk }) => psk === body.credentials_id);
      expect(listed).toMatchObject({
        psk: expect.stringMatching(/^[0-9a-z]+$/),
        description: 'Listed',
        platform: 2,
        expiration_date: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        platform_metadata: { identity: 'Example Works Release', provisioning_profile_names: [null] },
      });
    }
  });

  test('for iOS there is one name for each provisioning profile', async () => {
    const { body } = await post(await iosCredentials());
    const list = (await send('GET', '/v1/credentials/')).body as unknown as {
      credentials: Record<string, unknown>[];
    };
    expect(list.credentials.find(({ psk }) => psk === body.credentials_id)).toMatchObject({
      platform: 1,
      platform_metadata: { provisioning_profile_names: ['Example In-house'] },
    });
  });

  test.each(['description', 'platform', 'p12_file_name', 'p12_file', 'password'])(
    '%s is required',
    async (field) => {
      const { [field]: _, ...rest } = (await androidCredentials()) as Record<string, unknown>;
      expect((await post(rest)).status).toBe(400);
    },
  );

  test('a file name of a provisioning profile ends in .mobileprovision', async () => {
    const named = await iosCredentials({ provisioning_profile_file_names: ['profile.txt'] });
    expect(await post(named)).toMatchObject({
      status: 400,
      body: { error: { error_details: { field: 'provisioning_profile_file_names' } } },
    });
  });

  test('what can’t be used is refused with its reason, and nothing is kept', async () => {
    const count = async () =>
      ((await send('GET', '/v1/credentials/')).body as unknown as { credentials: unknown[] }).credentials
        .length;
    const before = await count();
    const refusals = [
      [{ password: 'wrong' }, 'credentials_password_wrong'],
      [{ p12_file: '' }, 'credentials_empty'],
      [{ p12_file: Buffer.alloc(200_000, 0x30).toString('base64') }, 'credentials_too_large'],
    ] as const;
    for (const [change, reason] of refusals) {
      expect(await post(await androidCredentials(change))).toMatchObject({
        status: 400,
        body: { error: { code: 1050, error_details: { reason } } },
      });
    }
    expect((await post(await androidCredentials({ p12_file: '-----BEGIN' }))).status).toBe(400);
    expect((await post(await androidCredentials({ p12_file: 'A'.repeat(10_000_000) }))).status).toBe(413);
    expect(
      (
        await post(
          await iosCredentials({ provisioning_profiles_base64: [], provisioning_profile_file_names: [] }),
        )
      ).body,
    ).toMatchObject({ error: { error_details: { reason: 'profile_missing' } } });
    expect(await count()).toBe(before);
  });

  test('the file, its key and its password are in no answer and not readable in the database', async () => {
    const body = await androidCredentials({ description: 'Secret', password: 'secret' });
    await post(body);
    const rows = await service.platform.database.db.selectFrom('credentials').selectAll().execute();
    const stored = JSON.stringify([rows, (await send('GET', '/v1/credentials/')).body]);
    expect(stored).not.toContain(body.p12_file.slice(100, 140));
    expect(stored).not.toContain('"secret"');
  });
});

describe('a build server that publishes and signs', () => {
  /** With no body and no content type, and with an empty body typed as JSON. */
  const bodies: [string, RequestInit][] = [
    ['no body and no content type', {}],
    ['an empty body typed as JSON', { headers: json, body: '' }],
  ];

  test.each(bodies)('with %s', async (_name, init) => {
    const app = await publish(
      service,
      {},
      { bytes: apk(`org.example.ci${bodies.findIndex(([name]) => name === _name)}`), name: 'app.apk' },
    );
    const credentials = await storeCredentials(service);
    const request = await send('PUT', `/v1/applications/${app.id}/credentials/${credentials}`, init);
    expect(request).toMatchObject({ status: 200, body: { signing_status: 'in_progress' } });
    const seen = new Set<unknown>();
    const poll = async () => {
      const { body } = await send('GET', `/v2/applications/${app.id}`);
      const { application, ...top } = body as unknown as {
        application: { version: Record<string, unknown> };
        signing_status: string;
      };
      expect(application.version['signing_status']).toBe(top.signing_status);
      expect(application.version['signing_status_details']).toMatch(/./);
      expect([-1, 0, 1, 2, 3, 4]).toContain(application.version['wrap_status']);
      seen.add(top.signing_status);
      return top.signing_status;
    };
    await expect.poll(poll).toBe('signed');
    expect([...seen].every((status) => status === 'in_progress' || status === 'signed')).toBe(true);
  });

  test('that polls a new version, which nobody asked to sign yet, is told so and never reads null', async () => {
    const app = await publish(service, {}, { bytes: apk('org.example.again'), name: 'app.apk' });
    const read = async () => (await send('GET', `/v2/applications/${app.id}`)).body;
    const add = (number: number) =>
      publishVersion(service, app, {}, { bytes: apk('org.example.again', number), name: 'app.apk' });
    await add(2);
    expect(await read()).toMatchObject({ signing_status: null });
    const credentials = await storeCredentials(service);
    await send('PUT', `/v1/applications/${app.id}/credentials/${credentials}`);
    await signingEnds(service, app.id, 'signed');
    await add(3);
    const status = {
      signing_status: 'cancelled',
      signing_status_details: 'Nobody has asked to sign this version yet. Sign it with signing credentials.',
    };
    expect(await read()).toMatchObject({
      ...status,
      application: { version: { ...status, sign_status: 0 } },
    });
    await send('PUT', `/v1/applications/${app.id}/credentials/${credentials}`);
    await signingEnds(service, app.id, 'signed');
  });

  test('may enable and publish while a signature is asked for', async () => {
    const app = await publish(
      service,
      { enabled: false },
      { bytes: apk('org.example.busy'), name: 'app.apk' },
    );
    const credentials = await storeCredentials(service);
    await service.ok(signApplication, {
      token: service.admin.token,
      params: { application: app.id, credentials },
    });
    expect(
      (await send('PUT', `/v2/applications/${app.id}/`, { headers: json, body: '{"enabled":true}' })).status,
    ).toBe(200);
    const { application } = await signingEnds(service, app.id, 'signed');
    expect(application.enabled).toBe(true);
  });

  test('is told when the password is not stored, and the status stays what it was', async () => {
    const app = await publish(service, {}, { bytes: apk('org.example.unstored'), name: 'app.apk' });
    const credentials = await storeCredentials(service, { store_password: false });
    const request = await send('PUT', `/v1/applications/${app.id}/credentials/${credentials}`);
    expect(request).toMatchObject({ status: 409, body: { error: { code: 1051 } } });
    expect((await send('GET', `/v2/applications/${app.id}`)).body).toMatchObject({ signing_status: null });
  });

  test('DELETE takes credentials away', async () => {
    const credentials = await storeCredentials(service);
    expect((await send('DELETE', `/v1/credentials/${credentials}/`)).status).toBe(200);
    expect((await send('DELETE', `/v1/credentials/${credentials}/`)).status).toBe(404);
  });
});
