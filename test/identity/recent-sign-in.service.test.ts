import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '../../contract/common/operation.ts';
import { addGroup } from '../../contract/groups.ts';
import { createApiToken } from '../../contract/identity.ts';
import { operations } from '../../contract/operations.ts';
import {
  type OrganizationChange,
  readOrganization,
  updateOrganization,
} from '../../contract/organizations.ts';
import { updateSecurity } from '../../contract/security.ts';
import { addUser, updateUser } from '../../contract/users.ts';
import { addWebhook, deleteWebhook, updateWebhook } from '../../contract/webhooks.ts';
import { unchecked } from '../setup/requests.ts';
import { startService, type TestService } from '../setup/service.ts';
import { newUser, password } from '../setup/world/people.ts';

/** Nobody listens there. */
const url = 'https://localhost:9/hooks';
let service: TestService;
let apiToken: string;
let fresh: string;
beforeAll(async () => {
  service = await startService({ outgoingAllow: ['localhost:9'] });
  fresh = await service.userToken(service.admin);
  const params = { organization: service.admin.orgId };
  apiToken = (await service.ok(createApiToken, { token: fresh, params, body: { user: service.admin.id } }))
    .session.token;
  await service.ok(updateSecurity, { token: fresh, body: { recent_sign_in_in_minutes: 5 } });
});
afterAll(() => service.stop());

const declared: readonly Operation[] = operations;
const refusal = { status: 403, code: 1125, error_details: { minutes: 5 } };
const organization = () => ({ org_id: service.admin.orgId });
const change = (body: OrganizationChange, token = apiToken) => ({ token, params: organization(), body });

test.each(declared.filter(({ recentSignIn }) => recentSignIn === 'always'))(
  '$name asks for a recent sign-in, whatever is sent',
  async (operation) => {
    const names = ['user', 'organization', 'credentials'];
    const params = Object.fromEntries(names.map((name) => [name, '1']));
    expect(await service.refused(unchecked(operation), { token: apiToken, params })).toMatchObject(refusal);
  },
);

const rules = { account_lockout_threshold: 0, min_length: 0 };
const weakening: OrganizationChange[] = [
  { password_complexity: { password_complexity_for_admins: rules } },
  { password_complexity: { password_complexity_for_users: rules } },
  { session_timeout_in_minutes: 5_000_000 },
  { remember_me_timeout_in_minutes: 5_000_000 },
  { activity_retention_in_days: 1 },
  { activity_retention_by_kind: { sign_in: 1 } },
  { no_auth_app_delivery_enabled: true },
  { no_auth_policies_enabled: true },
  { cors_domain_whitelist: ['https://admin.example.org'] },
];
describe('updateOrganization', () => {
  test.each(weakening)('asks for a recent sign-in for %j', async (body) => {
    expect(await service.refused(updateOrganization, change(body))).toMatchObject(refusal);
    await service.ok(updateOrganization, change(body, fresh));
  });

  test('asks for none where all of that stays as it is', async () => {
    const { organization: whole } = await service.ok(readOrganization, {
      token: apiToken,
      params: organization(),
    });
    await service.ok(updateOrganization, change({ ...whole, accent_color: '#112233' } as OrganizationChange));
  });
});

test('a webhook that is notified of the audit log is changed and deleted after a recent sign-in, others with any', async () => {
  for (const event of ['user.added', 'audit.recorded'] as const) {
    const { webhook } = await service.ok(addWebhook, { token: apiToken, body: { url, events: [event] } });
    const options = { token: apiToken, params: { webhook: webhook.id } };
    if (event === 'user.added') await service.ok(updateWebhook, { ...options, body: { enabled: false } });
    else
      for (const answer of [
        await service.refused(updateWebhook, { ...options, body: { enabled: false } }),
        await service.refused(deleteWebhook, options),
      ])
        expect(answer).toMatchObject(refusal);
    await service.ok(deleteWebhook, { ...options, token: fresh });
  }
});

test('each case that is declared is tried here, or in security-levels', () => {
  const cases = declared
    .filter(({ recentSignIn }) => recentSignIn?.startsWith('when '))
    .map(({ name }) => name);
  const tried = [updateOrganization, updateWebhook, deleteWebhook, addUser, updateUser].map(
    ({ name }) => name,
  );
  expect(cases.toSorted()).toEqual(tried.toSorted());
});

test('plain users are still added and joined to groups with an API token', async () => {
  const body = { ...newUser('provisioned'), password };
  await service.ok(addUser, { token: apiToken, body });
  await service.ok(addGroup, {
    token: apiToken,
    body: { name: 'Provisioned', description: 'By a pipeline' },
  });
});
