import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type OrganizationChange,
  readOrganization,
  updateOrganization,
} from '../../contract/organizations.ts';
import { readCaller } from '../../contract/users.ts';
import { accepted, refusal } from '../setup/answers.ts';
import { unchecked } from '../setup/requests.ts';
import { tries } from '../setup/run/tries.ts';
import { startService, type TestService } from '../setup/service.ts';

let service: TestService;
let token: string;
let org_id: string;
beforeAll(async () => {
  service = await startService();
  token = service.admin.token;
  org_id = service.admin.orgId;
});
afterAll(async () => {
  await service.stop();
});

const read = async () => (await service.ok(readOrganization, { token, params: { org_id } })).organization;
const change = (body: OrganizationChange) =>
  service.ok(updateOrganization, { token, params: { org_id }, body });
const refuse = (body: unknown) =>
  service.refused(unchecked(updateOrganization), { token, params: { org_id }, body });

/** The refusals of a JSON body, and of the same JSON as the data part of a form. */
async function bothWays(text: string) {
  const form = new FormData();
  form.append('data', text);
  const address = `/v3/organizations/${org_id}/`;
  const headers = { 'x-token': token };
  const json = { ...headers, 'content-type': 'application/json' };
  return [
    refusal(await service.fetch(address, { method: 'PUT', headers: json, body: text })),
    refusal(await service.fetch(address, { method: 'PUT', headers, body: form })),
  ];
}

const invalid = { status: 400, code: 1000 };

const rules = {
  account_lockout_threshold: 3,
  min_length: 8,
  min_lowercase: 1,
  min_number: 1,
  min_symbol: 0,
  min_uppercase: 1,
  password_expiration_in_minutes: 1_000,
  password_history: 2,
  password_reset_interval_time_in_minutes: 5,
};
const everyEditableField = {
  support_email: 'help@example.org',
  email_from_name: 'Help desk',
  email_from_address: 'noreply@example.org',
  email_reply_to_address: 'help@example.org',
  invite_template_for_user: 'Hello {first_name}',
  invite_subject_for_user: 'Welcome',
  invite_template_for_affiliated: 'Hello',
  invite_subject_for_affiliated: 'Welcome to the family',
  session_timeout_in_minutes: 20,
  remember_me_timeout_in_minutes: 500,
  no_auth_app_delivery_enabled: true,
  password_complexity: { password_complexity_for_admins: rules, password_complexity_for_users: rules },
  reviews_enabled: false,
  reviews_default_value: false,
  application_custom_metadata_template: { tier: { label: 'Tier', type: 'text', default: 'gold' } },
  user_custom_metadata_template: { team: { label: 'Team', type: 'text' } },
  banner_image_enabled: false,
  no_auth_policies_enabled: true,
  mandatory_update_notifications_enabled: false,
  cors_domain_whitelist: ['admin.example.org', 'https://*.example.org:8443'],
  providerx_enabled: true,
  providerx_settings: { api_key: 'very secret key', nested: { prototype: { constructor: 1 } } },
  admin_branded: true,
  notify_on_device_registration: true,
  policies_frequency_evaluation_in_hours: 12,
};

describe('updating an organization', () => {
  test('changes every editable field, one at a time, and answers with the organization', async () => {
    for (const [name, value] of Object.entries(everyEditableField)) {
      const before = await read();
      const { organization, warnings } = await change({ [name]: value });
      expect(warnings).toEqual([]);
      expect(organization).toEqual({ ...before, [name]: value });
      expect(await read()).toEqual(organization);
    }
  });

  test('a full organization object is accepted as long as only editable fields differ', async () => {
    const full = await read();
    expect((await change(full)).organization).toEqual(full);
    expect((await change({ ...full, email_from_name: 'Another' })).organization.email_from_name).toBe(
      'Another',
    );
  });

  test.each([
    ['id', 'another'],
    ['parent_id', 'another'],
    ['name', 'Another'],
    ['vanity_subdomain', 'another'],
    ['app_installation_path', '/elsewhere'],
    ['ios_push_cert', true],
    ['auth_type', 1],
    ['javascript_protection_policy_enabled', true],
    ['auth_settings', { bio_id_auth: { enable_bio_id: true } }],
  ])('%s can’t be changed', async (name, value) => {
    const before = await read();
    const error = await refuse({ ...before, email_from_name: 'Half done', [name]: value });
    expect(error).toMatchObject({ status: 400, code: 20, error_details: { field: name } });
    expect(await read()).toEqual(before);
  });

  test('fields that no organization has are left alone', async () => {
    const before = await read();
    const asked = { token, params: { org_id }, body: { unheard_of: 1 } };
    expect(await service.ok(unchecked(updateOrganization), asked)).toMatchObject({ organization: before });
  });

  test('of the password rules those that are not sent stay', async () => {
    const complexity = { password_complexity_for_users: { min_length: 6, unheard_of: 1 } };
    const { organization } = await change({ password_complexity: complexity });
    expect(organization.password_complexity).toEqual({
      password_complexity_for_admins: rules,
      password_complexity_for_users: { ...rules, min_length: 6 },
    });
  });

  test.each([
    { support_email: 'nobody' },
    { email_from_name: 'Two\nlines' },
    { invite_subject_for_user: 'Two\r\nlines' },
    { invite_template_for_user: 'x'.repeat(20_001) },
    { session_timeout_in_minutes: 0 },
    { session_timeout_in_minutes: 1.5 },
    { session_timeout_in_minutes: '10' },
    { remember_me_timeout_in_minutes: -1 },
    { reviews_enabled: 'yes' },
    { password_complexity: { password_complexity_for_users: { min_length: -1 } } },
    { password_complexity: { password_complexity_for_users: { password_history: 51 } } },
    { password_complexity: [] },
    { cors_domain_whitelist: 'admin.example.org' },
    { cors_domain_whitelist: ['admin example.org'] },
    { cors_domain_whitelist: ['*'] },
    { cors_domain_whitelist: ['admin.example.org', '*.com'] },
    { cors_domain_whitelist: ['https://*.com.au'] },
    { cors_domain_whitelist: ['ftp://example.org'] },
    { cors_domain_whitelist: ['https://example.org/path'] },
    { providerx_settings: 'key' },
    { policies_frequency_evaluation_in_hours: 0 },
    { accent_color: 'green' },
    { application_custom_metadata_template: { tier: { label: 'Tier', type: 'select' } } },
    { user_custom_metadata_template: { 'a:b': { label: 'A', type: 'text' } } },
    [],
    'text',
    null,
  ])('%o is refused', async (body) => {
    const before = await read();
    expect((await refuse(body)).status).toBe(400);
    expect(await read()).toEqual(before);
  });

  test('a field that would change every object is refused, as JSON and in a form', async () => {
    const text = '{"user_custom_metadata_template":{"__proto__":{"label":"A","type":"text"}}}';
    expect(await bothWays(text)).toMatchObject([invalid, invalid]);
  });

  test('a NUL character is refused, as JSON and in a form', async () => {
    for (const body of [{ email_from_name: 'N\0ne' }, { providerx_settings: { 'k\0y': [] } }]) {
      expect(await bothWays(JSON.stringify(body))).toMatchObject([invalid, invalid]);
    }
  });

  test('whatever a field is set to, the answer is the organization or a refusal', async () => {
    const before = await read();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(everyEditableField)),
        fc.jsonValue(),
        async (name, value) => {
          const body = { [name]: value };
          const answer = await service.call(updateOrganization, { token, params: { org_id }, body });
          expect([200, 400]).toContain(answer.status);
          const read = () => (answer.status === 200 ? accepted(updateOrganization, answer) : refusal(answer));
          expect(read).not.toThrow();
        },
      ),
      tries(150),
    );
    const { ios_push_cert: _, ...editable } = before;
    await change(editable);
  });

  test('is for administrators', async () => {
    for (const role of [1, 6, 7, 8, 9] as const) {
      const other = await service.userToken(await service.makeUser({ role }));
      const asked = { token: other, params: { org_id }, body: {} };
      expect((await service.refused(updateOrganization, asked)).code).toBe(11);
    }
  });

  test('of the parent yields error code 11, those of one below can be changed', async () => {
    const child = await service.makeOrganization();
    const body = { email_from_name: 'From above' };
    await service.ok(updateOrganization, { token, params: { org_id: child.orgId }, body });
    const { organization } = await service.ok(readOrganization, {
      token: child.token,
      params: { org_id: child.orgId },
    });
    expect(organization.email_from_name).toBe('From above');
    const asked = { token: child.token, params: { org_id }, body };
    expect(await service.refused(updateOrganization, asked)).toMatchObject({ status: 403, code: 11 });
  });
});

describe('the session timeout', () => {
  test('holds for sessions that begin afterwards', async () => {
    await change({ session_timeout_in_minutes: 7, remember_me_timeout_in_minutes: 11 });
    const user = await service.makeUser();
    const old = await service.userToken(user);
    expect((await service.ok(readCaller, { token: old })).user.id).toBe(user.id);
  });
});

describe('the provider’s API key', () => {
  test('is stored encrypted, and shown only to administrators', async () => {
    await change({ providerx_settings: { api_key: 'very secret key' } });
    expect((await read()).providerx_settings).toEqual({ api_key: 'very secret key' });
    const rows = await service.platform.database.db.selectFrom('organizations').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain('very secret key');
    const user = await service.userToken(await service.makeUser());
    const answer = await service.call(readOrganization, { token: user, params: { org_id } });
    expect(JSON.stringify(answer.body)).not.toContain('very secret key');
    await change({ providerx_settings: null });
    expect((await read()).providerx_settings).toBe(null);
  });
});
