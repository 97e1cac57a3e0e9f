import { describe, expect, test } from 'vitest';
import { authenticateUser, createApiToken, extendSession, readSession } from '../../../contract/identity.ts';
import { updateOrganization } from '../../../contract/organizations.ts';
import { readCaller } from '../../../contract/users.ts';
import { withoutGuard } from '../../../mock-server/platform/database/unguarded.ts';
import { openService } from '../../setup/open-service.ts';

/** Document 1, Sessions, and their rows of the state table. */
const service = await openService();
await service.ok(updateOrganization, {
  token: service.admin.token,
  params: { org_id: service.admin.orgId },
  body: { session_timeout_in_minutes: 5 },
});

const session = async (remember_me = false) => {
  const { userId: user_id, password } = service.admin;
  return (await service.ok(authenticateUser, { body: { user_id, password, remember_me } })).token;
};
const minutesLeft = async (token: string) => {
  const { session: shown } = await service.ok(readSession, { token });
  return (Date.parse(shown.prune) - Date.now()) / 60_000;
};
const letTimePass = (token: string, minutes: number) =>
  withoutGuard(service.platform.database.db)
    .updateTable('tokens')
    .set({ prune: new Date(Date.now() + (5 - minutes) * 60_000).toISOString() })
    .where('last_four', '=', token.slice(-4))
    .execute();

describe('GET /v1/session/', () => {
  test('views the expiry of a token: session with token and prune', async () => {
    const token = await session();
    const answer = await service.ok(readSession, { token });
    expect(Object.keys(answer.session).toSorted()).toEqual(['prune', 'token']);
    expect(answer.session.token).toBe(token);
    expect(await minutesLeft(token)).toBeGreaterThan(4);
    expect(await minutesLeft(token)).toBeLessThanOrEqual(5);
  });

  test('of an API token tells that there is no end', async () => {
    const { session: api } = await service.ok(createApiToken, {
      token: service.admin.token,
      params: { organization: service.admin.orgId },
      body: { user: service.admin.id },
    });
    const shown = await service.ok(readSession, { token: api.token });
    expect(shown.session.prune).toBe('9999-12-31T23:59:59.999999');
  });
});

describe('PUT /v1/session/', () => {
  test('with a 5-minute timeout, a call after 3 minutes makes the token expire 5 minutes after the call', async () => {
    const token = await session();
    await letTimePass(token, 3);
    expect(await minutesLeft(token)).toBeLessThanOrEqual(2);
    expect(await service.ok(extendSession, { token })).toEqual({ ttl_in_seconds: 300 });
    expect(await minutesLeft(token)).toBeGreaterThan(4);
    expect(await minutesLeft(token)).toBeLessThanOrEqual(5);
  });

  test('counts the session timeout also where Remember Me gave more', async () => {
    const token = await session(true);
    expect(await service.ok(extendSession, { token })).toEqual({ ttl_in_seconds: 300 });
    expect(await minutesLeft(token)).toBeLessThanOrEqual(5);
  });

  test('the token has to be valid: one that ended is not renewed', async () => {
    const token = await session();
    await letTimePass(token, 6);
    expect((await service.refused(extendSession, { token })).status).toBe(401);
    expect((await service.refused(readCaller, { token })).status).toBe(401);
  });
});
