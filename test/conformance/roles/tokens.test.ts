import { afterAll, describe, expect, test } from 'vitest';
import type { CallerContext } from '../../../contract/common/operation.ts';
import { removeOwnDevice } from '../../../contract/devices.ts';
import { changeOwnPassword, createApiToken, endSession } from '../../../contract/identity.ts';
import { operations } from '../../../contract/operations.ts';
import { endOtherSessions } from '../../../contract/sessions.ts';
import { deleteUser, type UpdateUser, updateUser } from '../../../contract/users.ts';
import { withoutGuard } from '../../../mock-server/platform/database/unguarded.ts';
import type { Arguments } from '../../setup/requests.ts';
import { byTier, cyclicSlice } from '../../setup/run/tier.ts';
import { outcomeOf } from './outcome.ts';
import { requestFor, send } from './requests.ts';
import { type Caller, World } from './world.ts';

/** Operations without authentication. */
const open: readonly CallerContext[] = ['none', 'direct_install'];
const onDevice = operations.filter(({ context }) => context === 'user_and_device');
const byQuery = operations.filter(({ context }) => context === 'query_token_and_device');
const byHeader = operations.filter(
  ({ context }) => !open.includes(context) && context !== 'query_token_and_device',
);
const guarded = operations.filter(({ context }) => !open.includes(context));
/** These end sessions or change a password, so each is called with its own token. */
const withTheirOwn: readonly string[] = [
  endSession.name,
  endOtherSessions.name,
  changeOwnPassword.name,
  removeOwnDevice.name,
];

const world = await World.start();
const admin = await world.top.makeCaller('admin');
afterAll(() => world.stop());

type Change = (request: Arguments) => Arguments;

/** The answer of each operation in the own organization, when the request is changed before it is sent. */
async function reported(asked: typeof operations, caller: Caller, change: Change = (request) => request) {
  const answers: Record<string, string> = {};
  for (const operation of asked) {
    const request = change(await requestFor(operation, world.top, caller));
    answers[operation.name] = outcomeOf(await send(operation, world.top, request));
  }
  return answers;
}

const all = (request: typeof operations, outcome: string) =>
  Object.fromEntries(request.map((operation) => [operation.name, outcome]));

/** What an administrator of the organization does to another account. */
const byAdministrator = (caller: Caller, body: UpdateUser) =>
  world.service.ok(updateUser, { ...world.top.acting, params: { user: caller.id }, body });

async function endAt(caller: Caller, moment: string): Promise<void> {
  const { db } = world.service.platform.database;
  await withoutGuard(db).updateTable('tokens').set({ prune: moment }).where('user', '=', caller.id).execute();
}

/** The ways in which an account or its tokens end, and the answers that follow. */
const ends: [string, string, (caller: Caller) => Promise<unknown>][] = [
  ['the token has expired', 'not signed in', (caller) => endAt(caller, new Date().toISOString())],
  [
    'the user was deleted',
    'not signed in',
    ({ id }) => world.service.ok(deleteUser, { ...world.top.acting, params: { user: id } }),
  ],
  ['the user was disabled', 'not signed in', (caller) => byAdministrator(caller, { disabled: true })],
  [
    'until_date was reached',
    'account disabled',
    (caller) => byAdministrator(caller, { until_date: '2020-01-01T00:00:00Z' }),
  ],
  [
    'the password was changed by an administrator',
    'not signed in',
    (caller) => byAdministrator(caller, { password: 'Another-horse-8' }),
  ],
  [
    'the person signed out',
    'not signed in',
    async ({ token, session }) => {
      await world.service.ok(endSession, { token });
      await world.service.ok(endSession, { token: session.token });
    },
  ],
];

const endNames = ends.map(([name]) => name);
const askedOfAll = guarded.filter((operation) => !withTheirOwn.includes(operation.name));
/** The operations that are called with this one of so many tokens; each operation is called with `count` of them. */
const askedWith = <T>(token: T, tokens: readonly T[], count: number) =>
  askedOfAll.filter((_, index) => cyclicSlice(tokens, index, count).includes(token));

describe('a token opens nothing any more', () => {
  test.each(ends)('once %s', async (name, outcome, end) => {
    const request = askedWith(name, endNames, byTier(1, 6));
    const caller = await world.top.makeCaller('admin');
    await end(caller);
    expect(await reported(request, caller)).toEqual(all(request, outcome));
  });
});

const nonsense = ['', 'x', 'a'.repeat(26) + '0'.repeat(64), "' OR 1=1 --"];

test.each(nonsense)('the token %j opens nothing', async (token) => {
  const caller = { ...admin, token, session: { ...admin.session, token } };
  const request = askedWith(token, nonsense, byTier(1, 4));
  expect(await reported(request, caller)).toEqual(all(request, 'not signed in'));
});

test('a token of one organization’s id and another’s secret opens nothing', async () => {
  const token = world.foreign.id + admin.token.slice(world.foreign.id.length);
  const asked = byHeader.filter((operation) => !withTheirOwn.includes(operation.name));
  expect(await reported(asked, admin, (request) => ({ ...request, token }))).toEqual(
    all(asked, 'not signed in'),
  );
});

describe('the token stands where the operation says', () => {
  test('not in the query of an operation that takes a header', async () => {
    const moved: Change = ({ token, udid, query, ...rest }) => ({
      ...rest,
      query: { ...query, token, udid },
    });
    expect(await reported(byHeader, admin, moved)).toEqual(all(byHeader, 'not signed in'));
  });

  test('not in the header of an operation that takes the query', async () => {
    const moved: Change = (request) => ({ ...request, ...admin.session, query: {} });
    expect(await reported(byQuery, admin, moved)).toEqual(all(byQuery, 'not signed in'));
  });

  test('and the device beside it', async () => {
    const { token, udid } = admin.session;
    const headers: Change = (request) => ({ ...request, udid, query: { token } });
    expect(await reported(byQuery, admin, headers)).toEqual(all(byQuery, 'device not named'));
    const query: Change = (request) => ({ ...request, udid: '', query: { ...request.query, udid } });
    expect(await reported(onDevice, admin, query)).toEqual(all(onDevice, 'device not named'));
  });
});

describe('an operation for a person on a device', () => {
  const asked = [...onDevice, ...byQuery];
  const withDevice =
    (udid: string): Change =>
    (request) =>
      request.query?.udid === undefined
        ? { ...request, udid }
        : { ...request, query: { ...request.query, udid } };

  test('is for everybody with a device of their own, an administrator too', async () => {
    expect(await reported(asked, admin)).toEqual(all(asked, 'through'));
  });

  test('takes the token of either sign-in', async () => {
    const caller = { ...admin, session: { ...admin.session, token: admin.token } };
    expect(await reported(asked, caller)).toEqual(all(asked, 'through'));
  });

  test('takes no API token: it needs a person who signed in', async () => {
    const { session } = await world.service.ok(createApiToken, {
      token: admin.token,
      params: { organization: world.top.id },
      body: { user: admin.id },
    });
    const caller = { ...admin, session: { ...admin.session, token: session.token } };
    expect(await reported(asked, caller)).toEqual(all(asked, 'forbidden'));
  });

  test.each([
    ['another person', () => world.top.person.device],
    ['another organization', () => world.foreign.person.device],
    ['nobody', () => 'a'.repeat(26)],
  ])('refuses the device of %s', async (_, device) => {
    expect(await reported(asked, admin, withDevice(device()))).toEqual(all(asked, 'no such device'));
  });
});
