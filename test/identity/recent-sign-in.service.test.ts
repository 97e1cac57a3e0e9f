import { describe, expect, test } from 'vitest';
import type { Operation } from '../../contract/common/operation.ts';
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
import { openService } from '../setup/open-service.ts';
import { unchecked } from '../setup/requests.ts';
import { newUser, password } from '../setup/world/people.ts';

/** Nobody listens there. */
const url = 'https://localhost:9/hooks';
const service = await openService({ outgoingAllow: ['localhost:9'] });
const fresh = await service.userToken(service.admin);
const params = { organization: service.admin.orgId };
const apiToken = (
  await service.ok(createApiToken, { token: fresh, params, body: { user: service.admin.id } })
).session.token;
await service.ok(updateSecurity, { token: fresh, body: { recent_sign_in_in_minutes: 5 } });

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
    const answer = await service.call(updateOrganization, change({ ...whole, accent_color: '#112233' }));
    expect(answer.status).toBe(200);
  });
});

test.each([
  ['user.added', 200],
  ['audit.recorded', 403],
] as const)('a webhook of %s is changed and deleted with an API token: %i', async (event, status) => {
  const { webhook } = await service.ok(addWebhook, { token: apiToken, body: { url, events: [event] } });
  const options = { token: apiToken, params: { webhook: webhook.id } };
  const answers = [
    await service.call(updateWebhook, { ...options, body: { enabled: false } }),
    await service.call(deleteWebhook, options),
  ];
  expect(answers.map((answer) => answer.status)).toEqual([status, status]);
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

test('plain users are still added with an API token', async () => {
  const answer = await service.call(addUser, {
    token: apiToken,
    body: { ...newUser('provisioned'), password },
  });
  expect(answer.status).toBe(200);
});
