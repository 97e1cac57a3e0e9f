import { afterAll, describe, expect, test } from 'vitest';
import {
  listApplications,
  listApplicationsV1,
  listUserApplications,
} from '../../../contract/applications.ts';
import { listCatalog } from '../../../contract/catalog.ts';
import type { Operation } from '../../../contract/common/operation.ts';
import { listGroups } from '../../../contract/groups.ts';
import { listApiTokens } from '../../../contract/identity.ts';
import { operations } from '../../../contract/operations.ts';
import { listOrganizations, readOrganization } from '../../../contract/organizations.ts';
import { listUsers } from '../../../contract/users.ts';
import { outcomeOf } from './outcome.ts';
import { requestFor, send } from './requests.ts';
import { type CallerName, callerNames, table } from './table.ts';
import { type Caller, Organization, World } from './world.ts';

const world = await World.start();
/** An organization with one of everything, given to a group that no caller is in. */
const outside = await new Organization(world.service, world.top.acting).stock();
afterAll(() => world.stop());

const signedIn = callerNames.filter((name) => name !== 'nobody');

function callerOf(name: CallerName): Caller {
  const caller = world.caller(name);
  if (caller === undefined) throw new Error(`There is no caller ${name}.`);
  return caller;
}

/** What each role sees of two objects: one given to its own group, one given to another group. */
type Seen = Partial<Record<CallerName, 'all' | 'own'>>;

async function seen(
  see: (caller: Caller) => Promise<unknown[]>,
  own: unknown,
  other: unknown,
  request: Seen,
) {
  const found: Record<string, string> = {};
  for (const name of Object.keys(request) as CallerName[]) {
    const listed = await see(callerOf(name));
    expect(listed).toContain(own);
    found[name] = listed.includes(other) ? 'all' : 'own';
  }
  return found;
}

describe('lists show', () => {
  test('groups: all to administrators, user managers and app managers, else those one belongs to', async () => {
    const request: Seen = { admin: 'all', people: 'all', apps: 'all', developer: 'own', limited: 'own' };
    const see = async ({ token }: Caller) =>
      (await world.service.ok(listGroups, { token })).groups.map((group) => group.psk);
    expect(await seen(see, world.top.group, outside.group, request)).toEqual(request);
  });

  test.each([listApplications, listApplicationsV1])(
    '$name: all to administrators and app managers, to a developer those of own groups',
    async (operation) => {
      const request: Seen = { admin: 'all', apps: 'all', developer: 'own' };
      const see = async ({ token }: Caller) =>
        (await world.service.ok(operation, { token })).applications.map((application) => application.id);
      expect(await seen(see, world.top.application.id, outside.application.id, request)).toEqual(request);
    },
  );

  test('users: all to administrators and user managers, to a limited user manager those of own groups', async () => {
    const request: Seen = { admin: 'all', people: 'all', limited: 'own' };
    const see = async ({ token }: Caller) =>
      (await world.service.ok(listUsers, { token })).users.map((user) => user.id);
    expect(await seen(see, world.top.person.id, outside.person.id, request)).toEqual(request);
  });

  test('a person’s applications by their groups, whatever their role', async () => {
    const request = Object.fromEntries(signedIn.map((name) => [name, 'own'])) as Seen;
    const ids = ({ applications }: { applications: { id: string }[] }) => applications.map(({ id }) => id);
    for (const see of [
      async ({ session }: Caller) => ids(await world.service.ok(listCatalog, session)),
      async ({ token }: Caller) => ids(await world.service.ok(listUserApplications, { token })),
    ]) {
      expect(await seen(see, world.top.application.id, outside.application.id, request)).toEqual(request);
    }
  });

  test('API tokens: all of the organization to administrators, else the own ones', async () => {
    for (const name of signedIn) {
      const params = { organization: world.top.id };
      const { api_tokens } = await world.service.ok(listApiTokens, { token: callerOf(name).token, params });
      const users = new Set(api_tokens.map((token) => token.user.id));
      expect({ name, others: users.has(world.top.person.id) }).toEqual({ name, others: name === 'admin' });
    }
  });

  test('organizations: the parent and those below to administrators, else the own one', async () => {
    const { top, middle, bottom } = world;
    for (const name of signedIn) {
      const token = world.caller(name, 'parent')?.token ?? '';
      const tree = await world.service.ok(listOrganizations, { token });
      const ids = JSON.stringify(tree);
      const shown = [top, middle, bottom].map((one) => ids.includes(`"id":"${one.id}"`));
      expect({ name, shown }).toEqual({ name, shown: [name === 'admin', true, name === 'admin'] });
    }
  });

  test('an organization’s settings in full only to administrators', async () => {
    for (const name of signedIn) {
      const params = { org_id: world.top.id };
      const { organization } = await world.service.ok(readOrganization, {
        token: callerOf(name).token,
        params,
      });
      const whole = 'password_complexity' in organization;
      expect({ name, whole }).toEqual({ name, whole: name === 'admin' });
    }
  });
});

/** The roles that each word of the table's column `within` restricts, and the path parameter that shows it. */
const narrowing: Record<string, { callers: CallerName[]; parameter: RegExp; told: string }> = {
  own_applications: {
    callers: ['developer'],
    parameter: /:(application|version)\b/,
    told: '404 1010: There is no such',
  },
  own_groups: {
    callers: ['developer', 'limited'],
    parameter: /:group\b/,
    told: '404 1010: There is no such',
  },
  own_users: { callers: ['limited'], parameter: /:user\b/, told: '404 1010: There is no such' },
  self: {
    callers: ['user', 'limited', 'people', 'developer', 'apps'],
    parameter: /:user\b/,
    told: 'forbidden',
  },
  own_catalog: { callers: [...signedIn], parameter: /:(application|version)\b/, told: 'forbidden' },
};

const narrowed = Object.entries(narrowing).flatMap(([word, rule]) =>
  table.flatMap((row) => {
    const operation = operations.find(({ name }) => name === row.operation);
    const concerned = row.within.includes(word) && operation && rule.parameter.test(operation.path);
    return concerned ? [{ word, rule, row, name: row.operation, operation }] : [];
  }),
);

/** The request for an object outside of the limits, sent by a caller without limits. */
async function askOutside(operation: Operation, caller: Caller, word: string): Promise<string> {
  const whole = await requestFor(operation, outside, caller);
  const params = word === 'self' ? { ...whole.params, user: outside.person.id } : whole.params;
  return outcomeOf(await send(operation, outside, { ...whole, ...(params && { params }) }));
}

describe('what is not the caller’s is as if it were not there', () => {
  test.each(narrowed)('$name, within $word', async ({ operation, row, rule, word }) => {
    const admitted = signedIn.filter((name) => row.own[name] === 'yes');
    for (const name of admitted) {
      const reported = await askOutside(operation, callerOf(name), word);
      const expected = rule.callers.includes(name) ? rule.told : 'through';
      expect({ name, told: reported.slice(0, expected.length) }).toEqual({ name, told: expected });
    }
  });
});
