import { describe, expect, test } from 'vitest';
import { authenticateCatalog, listCatalog } from '../../../contract/catalog.ts';
import type { BodyOf } from '../../../contract/common/request.ts';
import { updateOrganization } from '../../../contract/organizations.ts';
import { withoutGuard } from '../../../mock-server/platform/database/unguarded.ts';
import { openService } from '../../setup/open-service.ts';
import { unchecked } from '../../setup/requests.ts';
import { type FieldTable, wrongFields } from '../field-table.ts';

/** Document 3, POST /v2/catalog/authenticate/. */
const service = await openService();
const user = await service.makeUser();

const catalogHeaders = { 'x-bundle-id': 'org.example.catalog', 'x-version-num': '3.1' };
type SignIn = BodyOf<typeof authenticateCatalog>;
const bodyOf = (who: { userId: string; password: string }, more: Partial<SignIn> = {}) => ({
  user_id: who.userId,
  password: who.password,
  remember_me: false,
  register_catalog: true,
  device_info: { udid: 'conformance-1' },
  ...more,
});
const signIn = (more: Partial<SignIn> = {}, headers: Record<string, string> = catalogHeaders) =>
  service.ok(authenticateCatalog, { headers, body: bodyOf(user, more) });
const refused = (body: unknown, headers: Record<string, string> = catalogHeaders) =>
  service.refused(unchecked(authenticateCatalog), { headers, body });

describe('the response', () => {
  const tables: Record<string, FieldTable> = {
    organization: { id: 'string', name: 'string', app_installation_path: 'string' },
    user: {
      id: 'string',
      first_name: 'string',
      last_name: 'string',
      email: 'string or null',
      mobile_phone: 'string or null',
      role: 'integer',
      created_date: 'timestamp',
      until_date: 'timestamp',
      user_id: 'string',
      last_login_from_catalog: 'timestamp or null',
    },
    bio_id_auth: {
      authentication_method: 'string or null',
      authentication_url: 'string or null',
      enable_bio_id: 'boolean',
      event_intermediate_button: 'string or null',
      event_login_button: 'string or null',
      login_method: 'string or null',
      login_url: 'string or null',
      param_password: 'string or null',
      param_user: 'string or null',
      selector_intermediate_button: 'string or null',
      selector_login_button: 'string or null',
      selector_password: 'string or null',
      selector_user: 'string or null',
    },
  };
  const fields = ['bio_id_auth', 'device', 'organization', 'token', 'ttl_in_seconds', 'user'];

  test('has device, organization, token, ttl_in_seconds, user and bio_id_auth, without a token of the caller', async () => {
    const answer = await signIn();
    expect(Object.keys(answer).toSorted()).toEqual(fields);
    expect(answer.token).not.toBe('');
    expect(answer.ttl_in_seconds).toBeTypeOf('number');
  });

  test.each(['organization', 'user', 'bio_id_auth'] as const)(
    '%s has its fields and no other',
    async (name) => {
      const part = (await signIn())[name];
      expect(wrongFields(tables[name] ?? {}, part)).toEqual([]);
      expect(Object.keys(part).toSorted()).toEqual(Object.keys(tables[name] ?? {}).toSorted());
    },
  );

  test('the token is tied to this user', async () => {
    const other = await service.makeUser();
    const { user: person, organization } = await signIn();
    expect(person).toMatchObject({ id: user.id, user_id: user.userId });
    expect(organization.id).toBe(service.admin.orgId);
    const theirs = await service.ok(authenticateCatalog, { headers: catalogHeaders, body: bodyOf(other) });
    expect(theirs.user.id).toBe(other.id);
    expect(theirs.token).not.toBe((await signIn()).token);
  });

  test('last_login_from_catalog is this login', async () => {
    const before = Date.now() - 1;
    const { user: person } = await signIn();
    expect(Date.parse(person.last_login_from_catalog ?? '')).toBeGreaterThanOrEqual(before);
  });

  test('is the same with and without the last slash', async () => {
    const init = {
      method: 'POST',
      headers: { ...catalogHeaders, 'content-type': 'application/json' },
      body: JSON.stringify(bodyOf(user)),
    };
    for (const path of ['/v2/catalog/authenticate', '/v2/catalog/authenticate/']) {
      expect((await service.fetch(path, init)).status).toBe(200);
    }
  });
});

test('device_info may have null for everything but udid, which leaves what is known', async () => {
  const known = {
    udid: 'with-nulls',
    model: 'Pixel 8',
    operating_system: 114,
    form_factor: 1,
    camera: true,
  } as const;
  await signIn({ device_info: known });
  const device_info = {
    udid: known.udid,
    manufacturer: null,
    model: null,
    name: null,
    operating_system: null,
    operating_system_name: null,
    operating_system_version: null,
    ios_push_token: null,
    form_factor: null,
    total_ram: null,
    free_ram: null,
    total_storage: null,
    free_storage: null,
    camera: null,
    front_camera: null,
    flash: null,
  };
  expect((await signIn({ device_info })).device).toMatchObject(known);
  const unknown = await signIn({ device_info: { ...device_info, udid: 'only-nulls' } });
  expect(unknown.device).toMatchObject({ operating_system: 0, form_factor: 0, total_ram: 0, camera: false });
});

describe('remember_me', () => {
  test('true: Remember Me timeout; false: default session timeout', async () => {
    expect((await signIn({ remember_me: false })).ttl_in_seconds).toBe(10 * 60);
    expect((await signIn({ remember_me: true })).ttl_in_seconds).toBe(7 * 24 * 60 * 60);
  });

  test('the timeouts are the organization’s, and end the token', async () => {
    const { orgId, token } = service.admin;
    const request = { token, params: { org_id: orgId } };
    await service.ok(updateOrganization, { ...request, body: { session_timeout_in_minutes: 2 } });
    const session = await signIn();
    expect(session.ttl_in_seconds).toBe(120);
    await service.ok(updateOrganization, { ...request, body: { session_timeout_in_minutes: 10 } });
    const { db } = service.platform.database;
    const ended = { prune: new Date(Date.now() - 1).toISOString() };
    await withoutGuard(db)
      .updateTable('tokens')
      .set(ended)
      .where('last_four', '=', session.token.slice(-4))
      .execute();
    const call = { token: session.token, udid: session.device.id };
    expect(await service.refused(listCatalog, call)).toMatchObject({ status: 401, code: 1001 });
  });
});

describe('register_catalog', () => {
  test.each([
    {},
    { 'x-bundle-id': 'a.b' },
    { 'x-version-num': '1' },
    { 'x-bundle-id': '', 'x-version-num': '1' },
  ])('true needs X-BUNDLE-ID and X-VERSION-NUM: %o is refused', async (headers) => {
    expect(await refused(bodyOf(user), headers)).toMatchObject({ status: 400, code: 20 });
  });

  test('true registers the catalog named in the headers', async () => {
    const { device } = await signIn({ device_info: { udid: 'registering' } });
    const { db } = service.platform.database;
    const rows = db.selectFrom('device_users').select(['catalog_bundle_id', 'catalog_version']);
    expect(await rows.where('device', '=', device.id).execute()).toEqual([
      { catalog_bundle_id: 'org.example.catalog', catalog_version: '3.1' },
    ]);
  });

  test('true creates or identifies the device id', async () => {
    const first = await signIn({ device_info: { udid: 'identified' } });
    const again = await signIn({ device_info: { udid: 'identified' } });
    expect(again.device.id).toBe(first.device.id);
    expect(first.device.udid).toBe('identified');
    const other = await signIn({ device_info: { udid: 'identified-2' } });
    expect(other.device.id).not.toBe(first.device.id);
  });

  test('false is for portals, which need no headers and get a token and device all the same', async () => {
    const { token, device } = await signIn({ register_catalog: false, device_info: { udid: 'portal' } }, {});
    const list = await service.ok(listCatalog, { token, udid: device.id });
    expect(list.applications).toEqual([]);
  });
});

describe('the body', () => {
  test.each(['user_id', 'password', 'remember_me', 'register_catalog', 'device_info'])(
    '%s is required',
    async (name) => {
      const { [name]: _, ...body } = bodyOf(user) as Record<string, unknown>;
      expect(await refused(body)).toMatchObject({ status: 400, error_details: { field: name } });
    },
  );

  test.each([
    { user_id: 1 },
    { user_id: '' },
    { password: null },
    { remember_me: 'true' },
    { register_catalog: 1 },
    { device_info: 'phone' },
    { device_info: [] },
    { device_info: {} },
    { device_info: { udid: '' } },
    { device_info: { udid: 'x'.repeat(201) } },
    { device_info: { udid: 'a\u0000' } },
  ])('%o is refused', async (wrong) => {
    expect(await refused({ ...bodyOf(user), ...wrong })).toMatchObject({ status: 400 });
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml'])(
    'Content-Type is required to be JSON: %s is refused',
    async (type) => {
      const headers = { ...catalogHeaders, 'content-type': type };
      const body = JSON.stringify(bodyOf(user));
      const { status } = await service.fetch('/v2/catalog/authenticate/', { method: 'POST', headers, body });
      expect(status).toBe(415);
    },
  );

  test('a field that the document does not know does no harm', async () => {
    const more = { device_info: { udid: 'conformance-1', screen: 'large' }, language: 'fi' };
    expect((await signIn(more)).device.udid).toBe('conformance-1');
  });
});
