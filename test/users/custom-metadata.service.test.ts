import { beforeEach, describe, expect, test } from 'vitest';
import type { MetadataTemplate } from '../../contract/metadata-template.ts';
import { updateOrganization } from '../../contract/organizations.ts';
import { addUser, listUsers, readUser, updateUser } from '../../contract/users.ts';
import { openService } from '../setup/open-service.ts';
import { unchecked } from '../setup/requests.ts';
import { uncommon } from '../setup/world/people.ts';

const sizes = [
  { label: 'Small', value: 's' },
  { label: 'Large', value: 'l' },
];
const template = {
  team: { label: 'Team', type: 'text', default: 'none yet' },
  notes: { label: 'Notes', type: 'textarea' },
  pin: { label: 'PIN', type: 'password' },
  driver: { label: 'Drives', type: 'checkbox', default: false },
  shirt: { label: 'Shirt', type: 'select', default: '', options: sizes },
  sizes: { label: 'Sizes', type: 'multiselect', default: 's', options: sizes },
} satisfies MetadataTemplate;
const defaults = { team: 'none yet', driver: false, sizes: ['s'] };

const service = await openService();
const token = service.admin.token;

const setTemplate = (user_custom_metadata_template: MetadataTemplate) => ({
  token,
  params: { org_id: service.admin.orgId },
  body: { user_custom_metadata_template },
});
let made = 0;
type Values = Record<string, unknown>;
const body = (custom_metadata?: Values) => ({
  user_id: `m${++made}`,
  password: uncommon,
  first_name: 'A',
  last_name: 'B',
  ...(custom_metadata !== undefined && { custom_metadata }),
});
const add = async (metadata?: Values) =>
  (await service.ok(addUser, { token, body: body(metadata) })).user_psk;
const read = async (user: number) =>
  (await service.ok(readUser, { token, params: { user } })).user.custom_metadata;
const change = (user: number, custom_metadata: Values | null) =>
  service.ok(updateUser, { token, params: { user }, body: { custom_metadata } });

beforeEach(async () => {
  await service.ok(updateOrganization, setTemplate(template));
});

describe('custom metadata', () => {
  test('takes values of all six types', async () => {
    const values = { team: 'North', notes: 'a\nb', pin: '1234', driver: true, shirt: 'l', sizes: ['s', 'l'] };
    expect(await read(await add(values))).toEqual(values);
  });

  test('fills in the defaults of fields that are not sent, or sent as null', async () => {
    expect(await read(await add())).toEqual(defaults);
    expect(await read(await add({}))).toEqual(defaults);
    expect(await read(await add({ team: null, pin: '1' }))).toEqual({ ...defaults, pin: '1' });
  });

  test('one choice of several may be sent alone', async () => {
    expect(await read(await add({ sizes: 'l' }))).toEqual({ ...defaults, sizes: ['l'] });
    expect(await read(await add({ sizes: ['l', 'l'] }))).toEqual({ ...defaults, sizes: ['l'] });
  });

  test.each([
    ['a field outside of the template', { unknown: 'x' }],
    ['a field by its label', { Team: 'x' }],
    ['a field that objects have anyway', { constructor: 'x' }],
    ['text that is a number', { team: 7 }],
    ['text beyond 4000 characters', { notes: 'x'.repeat(4001) }],
    ['a checkbox that is text', { driver: 'true' }],
    ['an option that there is not', { shirt: 'm' }],
    ['an option by its label', { shirt: 'Small' }],
    ['two options where one is asked for', { shirt: ['s', 'l'] }],
    ['one of several options that there is not', { sizes: ['s', 'm'] }],
    ['what is no object', ['team']],
  ])('%s is refused', async (_, metadata) => {
    const request = { token, body: { ...body(), custom_metadata: metadata } };
    expect(await service.refused(unchecked(addUser), request)).toMatchObject({ status: 400, code: 1000 });
  });

  test('a change keeps the fields that are not sent', async () => {
    const user = await add({ team: 'North', pin: '1' });
    await change(user, { pin: '2' });
    expect(await read(user)).toEqual({ ...defaults, team: 'North', pin: '2' });
    await change(user, { team: null });
    expect(await read(user)).toEqual({ ...defaults, pin: '2' });
    await change(user, null);
    expect(await read(user)).toEqual(defaults);
  });

  test('what a later template does not allow is dropped with the next change, not blamed on it', async () => {
    const user = await add({ shirt: 's', notes: 'old' });
    const { notes: _, ...rest } = template;
    const shirt = { ...template.shirt, options: [{ label: 'Medium', value: 'm' }] };
    await service.ok(updateOrganization, setTemplate({ ...rest, shirt }));
    await change(user, { team: 'South' });
    expect(await read(user)).toEqual({ ...defaults, team: 'South' });
  });

  test('is null where the organization has no template', async () => {
    await service.ok(updateOrganization, setTemplate({}));
    expect(await read(await add())).toBe(null);
  });
});

describe('search=<metadata_field>:<text>', () => {
  const found = async (search: string) =>
    (await service.ok(listUsers, { token, query: { search } })).users.map((user) => user.psk);

  test('searches only that field, case-insensitive, part of the value', async () => {
    const north = await add({ team: 'Far NÖRTH', notes: 'south' });
    const south = await add({ team: 'South "7"', notes: 'nörth' });
    expect(await found('team:nörth')).toEqual([north]);
    expect(await found('notes:NÖRTH')).toEqual([south]);
    expect(await found('team:"7')).toEqual([south]);
    expect(await found('team:FAR')).toEqual([north]);
    expect(await found('team:nowhere')).toEqual([]);
  });

  test('finds booleans and each of several choices', async () => {
    const driver = await add({ driver: true, sizes: ['l'] });
    expect(await found('driver:true')).toContain(driver);
    expect(await found('driver:false')).not.toContain(driver);
    expect(await found('sizes:l')).toContain(driver);
    expect(await found('sizes:s')).not.toContain(driver);
  });

  test('knows sort and page, and counts before paging', async () => {
    const psks = [];
    for (let n = 0; n < 5; n++) psks.push(await add({ team: 'paged' }));
    const query = { search: 'team:paged', sort: '-psk', page: '1,2' };
    const answer = await service.ok(listUsers, { token, query });
    expect(answer.users.map((user) => user.psk)).toEqual([psks[3], psks[2]]);
    expect(answer.total_available).toBe(5);
  });
});

describe('a template that nobody could fill in is refused', () => {
  test.each([
    ['a type outside of the six', { a: { label: 'A', type: 'number' } }],
    ['no label', { a: { type: 'text' } }],
    ['a choice without options', { a: { label: 'A', type: 'select' } }],
    ['a default that is no option', { a: { label: 'A', type: 'select', options: sizes, default: 'm' } }],
    ['a default of the wrong type', { a: { label: 'A', type: 'checkbox', default: 'yes' } }],
    ['two options of one value', { a: { label: 'A', type: 'select', options: [...sizes, ...sizes] } }],
    ['a colon in a field id', { 'a:b': { label: 'A', type: 'text' } }],
    ['a list', []],
  ])('%s', async (_, wrong) => {
    const request = { ...setTemplate({}), body: { user_custom_metadata_template: wrong } };
    expect((await service.refused(unchecked(updateOrganization), request)).status).toBe(400);
  });
});
