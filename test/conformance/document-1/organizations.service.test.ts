import { describe, expect, test } from 'vitest';
import type { RoleCode } from '../../../contract/common/codes.ts';
import { authenticateUser } from '../../../contract/identity.ts';
import type { MetadataTemplate } from '../../../contract/metadata-template.ts';
import {
  type ComplexityRules,
  listOrganizations,
  type OrganizationChange,
  readOrganization,
  updateOrganization,
} from '../../../contract/organizations.ts';
import { addUser } from '../../../contract/users.ts';
import { openService } from '../../setup/open-service.ts';
import { unchecked } from '../../setup/requests.ts';
import { uncommon } from '../../setup/world/people.ts';

/** Document 1, Organization and Organizations. */
const service = await openService();
const token = service.admin.token;
const params = { org_id: service.admin.orgId };

const read = async (by = token) =>
  (await service.ok(readOrganization, { token: by, params })).organization as Record<string, unknown>;
const change = (body: OrganizationChange) => service.ok(updateOrganization, { token, params, body });
const refuse = (body: object) => service.refused(unchecked(updateOrganization), { token, params, body });

const fixed = {
  id: 'another',
  parent_id: 'another',
  name: 'Another',
  vanity_subdomain: 'another',
  app_installation_path: '/another',
  auth_type: 1,
  javascript_protection_policy_enabled: true,
  auth_settings: { bio_id_auth: { enable_bio_id: true } },
};
const rules = {
  account_lockout_threshold: 7,
  min_length: 9,
  min_lowercase: 1,
  min_number: 2,
  min_symbol: 0,
  min_uppercase: 1,
  password_expiration_in_minutes: 100_000,
  password_history: 3,
  password_reset_interval_time_in_minutes: 5,
};
const template = {
  team: { label: 'Team', default: 'North', type: 'text' },
  notes: { label: 'Notes', default: '', type: 'textarea' },
  pin: { label: 'Pin', default: '', type: 'password' },
  driver: { label: 'Driver', default: true, type: 'checkbox' },
  shirt: { label: 'Shirt', default: 's', type: 'select', options: [{ label: 'Small', value: 's' }] },
  sizes: { label: 'Sizes', default: '', type: 'multiselect', options: [{ label: 'Large', value: 'l' }] },
} satisfies MetadataTemplate;
const editable = {
  support_email: 'support@example.org',
  email_from_name: 'The app team',
  email_from_address: 'apps@example.org',
  email_reply_to_address: 'replies@example.org',
  invite_template_for_user: 'Welcome',
  invite_subject_for_user: 'Your apps',
  invite_template_for_affiliated: 'Welcome, partner',
  invite_subject_for_affiliated: 'Your apps, partner',
  session_timeout_in_minutes: 15,
  remember_me_timeout_in_minutes: 20_000,
  no_auth_app_delivery_enabled: true,
  password_complexity: { password_complexity_for_admins: rules, password_complexity_for_users: rules },
  reviews_enabled: false,
  reviews_default_value: false,
  application_custom_metadata_template: template,
  user_custom_metadata_template: template,
  banner_image_enabled: false,
  no_auth_policies_enabled: true,
  mandatory_update_notifications_enabled: false,
  cors_domain_whitelist: ['admin.example.org'],
  providerx_enabled: true,
  providerx_settings: { api_key: 'k' },
  admin_branded: true,
  notify_on_device_registration: true,
  policies_frequency_evaluation_in_hours: 12,
};

describe('GET /v1/organizations/', () => {
  test('for any authenticated user: id, name, parent_id null without parent, and sub_orgs', async () => {
    const session = await service.userToken(await service.makeUser());
    const { orgId: id } = service.admin;
    const own = { id, name: 'Test Organization', parent_id: null, sub_orgs: [] };
    expect(await service.ok(listOrganizations, { token: session })).toEqual(own);
  });

  test('an administrator: own organization and all affiliated ones, recursively; others: their own only', async () => {
    const child = await service.makeOrganization({ name: 'Child' });
    const grandchild = await service.makeOrganization({ name: 'Grandchild', parentId: child.orgId });
    const below = { id: grandchild.orgId, name: 'Grandchild', parent_id: child.orgId, sub_orgs: [] };
    const answer = await service.ok(listOrganizations, { token });
    expect(answer.sub_orgs).toEqual([
      { id: child.orgId, name: 'Child', parent_id: service.admin.orgId, sub_orgs: [below] },
    ]);
    const session = await service.userToken(await service.makeUser());
    expect((await service.ok(listOrganizations, { token: session })).sub_orgs).toEqual([]);
  });

  test('an administrator of a child sees its parent as well', async () => {
    const child = await service.makeOrganization({ name: 'Other child' });
    const answer = await service.ok(listOrganizations, { token: child.token });
    expect(answer).toMatchObject({ id: service.admin.orgId, sub_orgs: [{ id: child.orgId }] });
  });
});

describe('GET /v3/organizations/<org_id>/', () => {
  test('answers organization with every field of the document', async () => {
    const organization = await read();
    for (const field of [...Object.keys(fixed), ...Object.keys(editable), 'ios_push_cert']) {
      expect(organization).toHaveProperty(field);
    }
  });

  test('the defaults: session 10 minutes, Remember Me 10080, normal login, no push certificate', async () => {
    expect(await read()).toMatchObject({
      parent_id: null,
      auth_type: 0,
      session_timeout_in_minutes: 10,
      remember_me_timeout_in_minutes: 10_080,
      ios_push_cert: false,
      auth_settings: { bio_id_auth: { enable_bio_id: false } },
      no_auth_app_delivery_enabled: false,
      providerx_settings: null,
      cors_domain_whitelist: [],
    });
  });

  test('password_complexity has two objects of nine integers each', async () => {
    const { password_complexity: complexity } = await read();
    for (const kind of ['password_complexity_for_admins', 'password_complexity_for_users']) {
      const part = (complexity as Record<string, Record<string, unknown>>)[kind] ?? {};
      expect(Object.keys(part).toSorted()).toEqual(Object.keys(rules).toSorted());
      expect(Object.values(part).every(Number.isInteger)).toBe(true);
    }
  });

  test('users see fewer fields than administrators', async () => {
    const session = await service.userToken(await service.makeUser());
    const own = Object.keys(await read(session));
    expect(own.length).toBeLessThan(Object.keys(await read()).length);
    for (const hidden of [
      'password_complexity',
      'providerx_settings',
      'cors_domain_whitelist',
      'ios_push_cert',
    ]) {
      expect(own).not.toContain(hidden);
    }
    expect(own).toContain('support_email');
  });
});

describe('PUT /v3/organizations/<org_id>/', () => {
  test.each(Object.entries(editable))('%s is editable', async (field, value) => {
    const before = await read();
    const { organization, warnings } = await change({ [field]: value });
    expect(warnings).toEqual([]);
    expect(organization).toEqual({ ...before, [field]: value });
    expect(await read()).toEqual(organization);
    await change({ [field]: before[field] });
    expect(await read()).toEqual(before);
  });

  test.each(Object.entries(fixed))('%s is not editable', async (field, value) => {
    const before = await read();
    const error = { status: 400, code: 20, error_details: { field } };
    expect(await refuse({ [field]: value })).toMatchObject(error);
    expect(await read()).toEqual(before);
  });

  test('a full organization object is accepted as long as only editable fields differ', async () => {
    const full = await read();
    const { organization } = await change({ ...full, support_email: 'full@example.org' });
    expect(organization).toEqual({ ...full, support_email: 'full@example.org' });
    expect((await refuse({ ...full, name: 'Renamed' })).status).toBe(400);
    await change(full);
  });

  test('a multipart request carries the JSON in its data part', async () => {
    const answer = await service.uploaded(updateOrganization, {
      token,
      params,
      data: { admin_branded: true },
    });
    expect(answer.organization).toMatchObject({ admin_branded: true });
    await change({ admin_branded: false });
  });
});

describe('templates of custom metadata', () => {
  test('each entry has label, default, type and, to choose from, options', async () => {
    const { organization } = await change({ user_custom_metadata_template: template });
    expect(organization.user_custom_metadata_template).toEqual(template);
  });

  test('an entry’s default is what a user has who sends nothing', async () => {
    await change({ user_custom_metadata_template: template });
    const { user_psk } = await service.ok(addUser, {
      token,
      body: { user_id: 'defaulted', password: uncommon, first_name: 'A', last_name: 'B' },
    });
    const row = await service.platform.database.db
      .selectFrom('users')
      .select('custom_metadata')
      .where('org_id', '=', service.admin.orgId)
      .where('psk', '=', user_psk)
      .executeTakeFirst();
    expect(JSON.parse(row?.custom_metadata ?? 'null')).toMatchObject({
      team: 'North',
      driver: true,
      shirt: 's',
    });
    await change({ user_custom_metadata_template: {} });
  });
});

describe('password_complexity', () => {
  const set = (part: 'admins' | 'users', change: Partial<ComplexityRules>) => ({
    password_complexity: { [`password_complexity_for_${part}`]: change },
  });
  const lenient = { min_length: 5, account_lockout_threshold: 10 };

  test('min_length, min_lowercase, min_number, min_symbol, min_uppercase hold for the role they name', async () => {
    let count = 0;
    const person = (password: string, role: RoleCode) => {
      count += 1;
      const name = `held${count}`;
      return {
        user_id: name,
        password,
        first_name: 'A',
        last_name: 'B',
        role,
        email: `${name}@example.org`,
        send_invite: false,
      };
    };
    for (const [rule, bad, good] of [
      ['min_length', 'wqzkvxy', 'wqzkvxyj'],
      ['min_lowercase', 'WQZKVXY', 'wQZKVxyjmpnr'],
      ['min_number', 'wqzkvxy', 'w58203417'],
      ['min_symbol', 'wqzkvxy', '!?-+*()$.,;:'],
      ['min_uppercase', 'wqzkvxy', 'WQZKVXYJM'],
    ] as const) {
      await change(set('admins', { min_length: 5, [rule]: 8 }));
      if (rule !== 'min_length') await change(set('admins', { [rule]: 5 }));
      const refused = await service.refused(addUser, { token, body: person(bad, 5) });
      expect(refused).toMatchObject({ status: 400, error_details: { field: 'password' } });
      await service.ok(addUser, { token, body: person(good, 5) });
      await service.ok(addUser, { token, body: person(bad, 1) });
      await change(set('admins', { [rule]: 0 }));
    }
  });

  test('account_lockout_threshold: so many wrong passwords lock the account, with the time of its unlocking', async () => {
    await change(set('users', { account_lockout_threshold: 2 }));
    const user = await service.makeUser();
    const attempt = (password: string) =>
      service.refused(authenticateUser, { body: { user_id: user.userId, password } });
    expect((await attempt('wrong-1')).status).toBe(401);
    const locked = await attempt('wrong-2');
    expect(locked).toMatchObject({ status: 403, code: 1003 });
    expect(Date.parse(String(locked.error_details?.locked_until))).toBeGreaterThan(Date.now());
    expect((await attempt(user.password)).code).toBe(1003);
    await change(set('users', lenient));
  });
});
