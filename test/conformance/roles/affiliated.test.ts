import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '../../../contract/common/operation.ts';
import { operations } from '../../../contract/operations.ts';
import { addOrganization } from '../../../contract/organizations.ts';
import { addUser, listUsers, readUser, updateUser } from '../../../contract/users.ts';
import type { Arguments } from '../../setup/requests.ts';
import { newUser } from '../../setup/world/people.ts';
import { forbidden, notThere, outcomeOf, statusAndCode } from './outcome.ts';
import { requestFor, send } from './requests.ts';
import { rowsOf } from './rows.ts';
import { table } from './table.ts';
import { type Caller, unique, World } from './world.ts';

let world: World;
let admin: Caller;
beforeAll(async () => {
  world = await World.start();
  admin = await world.top.makeCaller('admin');
});
afterAll(() => world.stop());

const refused = async <O extends Operation>(operation: O, args: Arguments<O>) =>
  statusAndCode(await world.service.refused(operation, args));

describe('an administrator of the parent, acting below', () => {
  /** Operations about the caller's own session, password or device: an organization in the path makes no difference. */
  const aboutTheCaller = [
    'extendSession',
    'endSession',
    'renameSession',
    'endOwnSession',
    'endOtherSessions',
    'changeOwnPassword',
    'removeOwnDevice',
  ];
  const changing = table.filter(({ operation, elsewhere }) => {
    const method = operations.find(({ name }) => name === operation)?.method;
    return method !== 'GET' && elsewhere === 'below' && !aboutTheCaller.includes(operation);
  });

  test.each(changing)('changes nothing at home by $operation', async ({ operation: name }) => {
    const operation = operations.find((one) => one.name === name);
    if (operation === undefined) throw new Error(`There is no operation ${name}.`);
    const request = await requestFor(operation, world.bottom, admin);
    const before = await rowsOf(world.service, world.top.id);
    const answer = await send(operation, world.bottom, { ...request, org: world.bottom.id });
    expect(outcomeOf(answer)).toBe('through');
    expect(await rowsOf(world.service, world.top.id)).toEqual(before);
  });

  test('makes a user who belongs there, and is nobody at home', async () => {
    const body = newUser(unique('newcomer'));
    const acting = { token: admin.token, org: world.bottom.id };
    await world.service.ok(addUser, { ...acting, body });
    const request = { token: admin.token, params: { user: body.user_id } };
    expect(await refused(readUser, request)).toEqual(notThere);
    const token = await world.service.userToken({ userId: body.user_id, password: body.password });
    expect(token.slice(0, world.bottom.id.length)).toBe(world.bottom.id);
  });

  test('is not one of those who administrate there', async () => {
    const request = { token: admin.token, org: world.bottom.id, params: { user: admin.id } };
    expect(await refused(readUser, request)).toEqual(notThere);
    expect(await refused(updateUser, { ...request, body: { first_name: 'C' } })).toEqual(notThere);
  });
});

describe('an administrator below', () => {
  test('makes no organization above or beside, and moves none', async () => {
    const token = world.caller('admin', 'parent')?.token ?? '';
    const add = (parent_id: string) => ({
      token,
      body: { name: unique('Climb '), parent_id, administrator: newUser(unique('newcomer')) },
    });
    expect(await refused(addOrganization, add(world.top.id))).toEqual(forbidden);
    expect(await refused(addOrganization, add(world.sibling.id))).toEqual([404, 10]);
    expect(await refused(addOrganization, add(world.foreign.id))).toEqual([404, 10]);
  });

  test('does not act on its parent’s parent', async () => {
    const admin = await world.bottom.makeCaller('admin');
    for (const above of [world.middle.id, world.top.id]) {
      expect(await refused(listUsers, { token: admin.token, org: above })).toEqual(forbidden);
    }
  });
});
