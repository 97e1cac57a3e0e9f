import { describe, expect, test } from 'vitest';
import {
  type OrganizationChange,
  readOrganization,
  updateOrganization,
} from '../../contract/organizations.ts';
import { refusal } from '../setup/answers.ts';
import { openService } from '../setup/open-service.ts';
import { unchecked } from '../setup/requests.ts';

const service = await openService();
const token = service.admin.token;
const org_id = service.admin.orgId;

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
  test('fields that no organization has are left alone', async () => {
    const before = await read();
    const request = { token, params: { org_id }, body: { unheard_of: 1 } };
    expect(await service.ok(unchecked(updateOrganization), request)).toMatchObject({ organization: before });
  });

  test('of the password rules those that are not sent stay', async () => {
    await change({ password_complexity: everyEditableField.password_complexity });
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
