import { describe, expect, test } from 'vitest';
import { noEndDate } from '../../../contract/common/codes.ts';
import { createApiToken, deleteApiToken, listApiTokens } from '../../../contract/identity.ts';
import { listUsers, readCaller } from '../../../contract/users.ts';
import { openService } from '../../setup/open-service.ts';
import { unchecked } from '../../setup/requests.ts';

/** API tokens: document 1, Authentication endpoints; document 1, API token and session; document 1, States and transitions. */
const service = await openService();
const token = service.admin.token;
const params = { organization: service.admin.orgId };
const user = await service.makeUser();

const create = (who: string | number, by = token) =>
  service.ok(createApiToken, { token: by, params, body: { user: who } });
const tokens = async (by = token) => (await service.ok(listApiTokens, { token: by, params })).api_tokens;

describe('POST /v2/organizations/<organization>/api_tokens', () => {
  test('answers session with token and id, and user', async () => {
    const answer = await create(user.id);
    expect(Object.keys(answer).toSorted()).toEqual(['session', 'user']);
    expect(Object.keys(answer.session).toSorted()).toEqual(['id', 'token']);
    expect(answer.user).toMatchObject({ id: user.id, user_id: user.userId });
  });

  test('takes any identifier of the user', async () => {
    for (const who of [user.psk, String(user.psk), user.id, user.userId]) {
      expect((await create(who)).user.id).toBe(user.id);
    }
    const named = await service.makeUser({ userId: 'ada.byron' });
    expect((await create(named.userId)).user.id).toBe(named.id);
  });

  test.each([{}, { user: null }, { user: true }, { user: [] }, { user: '' }])(
    'user is required: %j is refused',
    async (body) => {
      expect((await service.refused(unchecked(createApiToken), { token, params, body })).status).toBe(400);
    },
  );

  test('of an unknown user is refused', async () => {
    const request = { token, params, body: { user: 999_999 } };
    expect((await service.refused(createApiToken, request)).status).toBe(404);
  });

  test('requires a valid user: anybody makes one for themself', async () => {
    const session = await service.userToken(user);
    const { session: api } = await create(user.psk, session);
    expect((await service.ok(readCaller, { token: api.token })).user.id).toBe(user.id);
  });

  test('the organization may be named by a descendant’s id by an administrator above it', async () => {
    const child = await service.makeOrganization();
    const request = { token, params: { organization: child.orgId }, body: { user: child.admin.id } };
    const { session } = await service.ok(createApiToken, request);
    expect((await service.ok(readCaller, { token: session.token })).user.id).toBe(child.admin.id);
  });
});

describe('an API token', () => {
  test('never expires: its prune is the date that means no end', async () => {
    const { session } = await create(user.id);
    const listed = (await tokens()).find((one) => one.id === session.id);
    expect(listed).toMatchObject({ prune: noEndDate, user: { id: user.id } });
  });

  test('one user may hold several, each works', async () => {
    const made = [await create(user.id), await create(user.id), await create(user.id)];
    expect(new Set(made.map(({ session }) => session.token)).size).toBe(3);
    for (const { session } of made) await service.ok(readCaller, { token: session.token });
  });

  test('is as good as a session on non-end-user endpoints', async () => {
    const { session } = await create(service.admin.id);
    expect((await service.call(listUsers, { token: session.token })).status).toBe(200);
  });
});

test('GET lists all API tokens with their users; only the end of the secret is shown', async () => {
  const { session } = await create(user.id);
  const listed = (await tokens()).find((one) => one.id === session.id);
  expect(Object.keys(listed ?? {}).toSorted()).toEqual(['id', 'prune', 'token', 'user']);
  expect(listed?.token).toBe(`••••${session.token.slice(-4)}`);
});

describe('DELETE /v2/organizations/api_tokens/<api_token>', () => {
  test('answers deleted true, and the token is void at once', async () => {
    const { session } = await create(user.id);
    const request = { token, params: { api_token: session.id } };
    expect(await service.ok(deleteApiToken, request)).toEqual({ deleted: true });
    expect((await service.refused(readCaller, { token: session.token })).status).toBe(401);
    expect((await tokens()).map((one) => one.id)).not.toContain(session.id);
    expect((await service.refused(deleteApiToken, request)).status).toBe(404);
  });

  test('leaves the user’s other tokens alone', async () => {
    const [one, other] = [await create(user.id), await create(user.id)];
    await service.ok(deleteApiToken, { token, params: { api_token: one.session.id } });
    expect((await service.call(readCaller, { token: other.session.token })).status).toBe(200);
  });
});
