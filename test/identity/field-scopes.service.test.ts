import { describe, expect, test } from 'vitest';
import { applyPolicies } from '../../contract/application-policies.ts';
import { addApplication, addVersion, publishApplication } from '../../contract/applications.ts';
import type { Operation } from '../../contract/common/operation.ts';
import { getRequiredScope, listNeededScopes, tokenScopes } from '../../contract/common/token-scopes.ts';
import { operations } from '../../contract/operations.ts';
import { addOrganization, updateOrganization } from '../../contract/organizations.ts';
import { createToken } from '../../contract/sessions.ts';
import { addUser } from '../../contract/users.ts';
import {
  addWebhook,
  deleteWebhook,
  listDeliveries,
  updateWebhook,
  type WebhookEvent,
  webhookEventScopes,
  webhookEvents,
} from '../../contract/webhooks.ts';
import { openService } from '../setup/open-service.ts';
import { unchecked } from '../setup/requests.ts';
import { newUser } from '../setup/world/people.ts';

const service = await openService({ outgoingAllow: ['localhost:9'] });

/** Nobody listens there. */
const url = 'https://localhost:9/hooks';
const complete = { app_name: 'x', url: 'https://example.org' };
/** A sound value for each field that needs a scope, and what else the operation needs. */
const requests: Readonly<Record<string, { rest: object; fields: Readonly<Record<string, unknown>> }>> = {
  [addUser.name]: { rest: newUser('reaching'), fields: { groups: [1] } },
  [addApplication.name]: { rest: complete, fields: { groups: [1] } },
  [addVersion.name]: { rest: complete, fields: { groups: [1] } },
  [publishApplication.name]: { rest: complete, fields: { groups: [1] } },
  [addOrganization.name]: { rest: { name: 'Below' }, fields: { administrator: newUser('below.admin') } },
  [applyPolicies.name]: { rest: { configurations: [] }, fields: { credentials_id: 'abc' } },
  [updateOrganization.name]: {
    rest: {},
    fields: {
      session_timeout_in_minutes: 5,
      remember_me_timeout_in_minutes: 5,
      password_complexity: {},
      disable_noncompliant_users: true,
      activity_retention_in_days: 1,
      activity_retention_by_kind: {},
      deleted_users_without_names: true,
      push_cert_password: 'x',
    },
  },
  [addWebhook.name]: { rest: { url }, fields: { events: ['audit.recorded'] } },
  [updateWebhook.name]: { rest: {}, fields: { events: ['audit.recorded'] } },
};

async function tokenWith(scopes: readonly string[]): Promise<string> {
  const token = await service.userToken(service.admin);
  const body = { name: 'Limited', scopes: [...scopes] };
  return (await service.ok(createToken, { token, body })).token;
}
const params = () => ({
  application: '1',
  organization: service.admin.orgId,
  org_id: service.admin.orgId,
  webhook: 'unknown',
});

const reaching: readonly Operation[] = operations.filter(
  (operation: Operation) => Object.keys(listNeededScopes(operation)).length > 0,
);

describe.each(reaching)('$name', (operation) => {
  const known = requests[operation.name];
  const fields = Object.keys(listNeededScopes(operation)).filter(
    (field) => !operation.files?.includes(field),
  );

  test.each(fields)('needs the scope of the area for %s', async (field) => {
    expect(known?.fields, 'no request in this test').toHaveProperty(field);
    const body = { ...known?.rest, [field]: known?.fields[field] };
    const token = await tokenWith([getRequiredScope(operation)]);
    const refusal = await service.refused(unchecked(operation), { token, params: params(), body });
    expect(refusal).toMatchObject({ status: 403, code: 11, message: expect.stringContaining(`${field}: `) });
    const all = await tokenWith(tokenScopes.filter((scope) => scope !== 'catalog:write').slice(0, 50));
    const answer = await service.call(unchecked(operation), { token: all, params: params(), body });
    expect(JSON.stringify(answer.body)).not.toContain(`${field}: an API token`);
  });
});

test.each([{}, { push_cert_file: null }])(
  'a push certificate in a form needs the scope of notifications, whatever its data say: %j',
  async (data) => {
    const token = await tokenWith(['organizations:write']);
    const form = new FormData();
    form.set('data', JSON.stringify(data));
    form.set('push_cert_file', new Blob(['x']), 'cert.p12');
    const answer = await fetch(`${service.url}/v3/organizations/${service.admin.orgId}/`, {
      method: 'PUT',
      headers: { 'x-token': token },
      body: form,
    });
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain('push_cert_file: ');
  },
);

test.each(webhookEvents)(
  'a webhook of %s is made, read and turned elsewhere with its scope only',
  async (event) => {
    const { admin } = service;
    const events: WebhookEvent[] = [event];
    const { webhook } = await service.ok(addWebhook, { token: admin.token, body: { url, events } });
    const options = { params: { webhook: webhook.id } };
    const without = await tokenWith(['webhooks:write']);
    const refusals = [
      await service.refused(addWebhook, { token: without, body: { url, events } }),
      await service.refused(listDeliveries, { token: without, ...options }),
      await service.refused(updateWebhook, { token: without, ...options, body: { url } }),
    ];
    expect(refusals.map(({ code }) => code)).toEqual([11, 11, 11]);
    const token = await tokenWith(['webhooks:write', webhookEventScopes[event]]);
    await service.ok(updateWebhook, { token, ...options, body: { url, events } });
    await service.ok(listDeliveries, { token, ...options });
    await service.ok(deleteWebhook, { token, ...options });
  },
);

test('an API token with scopes makes no organization, whose administrator it would be', async () => {
  const token = await tokenWith(['organizations:write', 'users:write']);
  const body = { name: 'Below', administrator: newUser('below.admin') };
  expect((await service.refused(addOrganization, { token, body })).code).toBe(11);
});
