import { expect, test } from 'vitest';
import { authenticateUser, changeOwnPassword } from '../../contract/identity.ts';
import { createToken, listSessions } from '../../contract/sessions.ts';
import { openService } from '../setup/open-service.ts';

const service = await openService();

const next = 'Another-pass-word-9';

/** Somebody who is signed in twice, and has an API token. */
async function person() {
  const user = await service.makeUser();
  const [token, other] = [await service.userToken(user), await service.userToken(user)];
  const api = (await service.ok(createToken, { token, body: { name: 'Pipeline' } })).token;
  return { user, token, other, api };
}
const lives = async (token: string) => (await service.call(listSessions, { token })).status === 200;

test('ends the other sessions, and neither this one nor API tokens', async () => {
  const { user, token, other, api } = await person();
  const body = { password: user.password, new_password: next, end_other_sessions: true };
  expect(await service.ok(changeOwnPassword, { token, body })).toEqual({ changed: true, ended: 1 });
  expect([await lives(token), await lives(other), await lives(api)]).toEqual([true, false, true]);
  await service.ok(authenticateUser, { body: { user_id: user.userId, password: next } });
  const old = { body: { user_id: user.userId, password: user.password } };
  expect((await service.refused(authenticateUser, old)).code).toBe(1002);
});

test('leaves the other sessions where the person wants that', async () => {
  const { user, token, other } = await person();
  const body = { password: user.password, new_password: next, end_other_sessions: false };
  expect(await service.ok(changeOwnPassword, { token, body })).toEqual({ changed: true, ended: 0 });
  expect([await lives(token), await lives(other)]).toEqual([true, true]);
});

test.each([
  ['a wrong current password', { password: 'not-it-at-all-1' }, { field: 'password', rule: 'wrong' }],
  ['a new one that breaks a rule', { new_password: 'abc' }, { rule: 'length' }],
])('is refused with %s, which ends nothing', async (_, wrong, error_details) => {
  const { user, token, other } = await person();
  const body = { password: user.password, new_password: next, end_other_sessions: true, ...wrong };
  const refused = await service.refused(changeOwnPassword, { token, body });
  expect(refused).toMatchObject({ status: 400, error_details });
  expect([await lives(token), await lives(other)]).toEqual([true, true]);
  await service.ok(authenticateUser, { body: { user_id: user.userId, password: user.password } });
});

test('locks the account after too many wrong tries, as signing in does', async () => {
  const { token } = await person();
  const body = { password: 'not-it-at-all-1', new_password: next, end_other_sessions: true };
  let code = 0;
  for (let tries = 0; tries < 30 && code !== 1003; tries++)
    code = (await service.refused(changeOwnPassword, { token, body })).code;
  expect(code).toBe(1003);
  expect(await lives(token)).toBe(true);
});
