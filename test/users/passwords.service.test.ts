import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authenticateUser, changePassword } from '../../contract/identity.ts';
import { addOrganization } from '../../contract/organizations.ts';
import { addUser, updateUser } from '../../contract/users.ts';
import { buildApp } from '../../mock-server/app.ts';
import { demoSubdomain } from '../../mock-server/features/organizations/demo-accounts.ts';
import { withoutGuard } from '../../mock-server/platform/database/unguarded.ts';
import { startService, testConfig } from '../setup/service.ts';
import { testWorkers } from '../setup/workers.ts';
import { newUser, password, uncommon } from '../setup/world/people.ts';

/** A password that the server of breached passwords knows, and one whose line only pads the answer. */
const breached = 'Leaked-pelican-4';
const padding = 'Padded-pelican-5';
const sha1 = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase();

const asked: { url: string | undefined; padded: unknown }[] = [];
let answers: 'lines' | 'an error' | 'nothing' = 'lines';

const server = createServer((request: IncomingMessage, response) => {
  asked.push({ url: request.url, padded: request.headers['add-padding'] });
  if (answers === 'nothing') return;
  if (answers === 'an error') return void response.writeHead(503).end();
  const prefix = request.url?.slice('/range/'.length) ?? '';
  const lines = [breached, padding]
    .map((each, at) => [sha1(each), at === 0 ? 12 : 0] as const)
    .filter(([hash]) => hash.startsWith(prefix))
    .map(([hash, count]) => `${hash.slice(5)}:${count}`);
  response
    .writeHead(200, { 'content-type': 'text/plain' })
    .end([...lines, `${'0'.repeat(35)}:0`].join('\r\n'));
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
const service = await startService({
  breachedPasswords: `http://${host}/range/`,
  outgoingAllow: [host],
  limits: { breachedPasswordsTimeout: 300 },
});
afterAll(async () => {
  await service.stop();
  server.closeAllConnections();
  server.close();
});

const person = (more: object) => ({
  ...newUser(`p${Math.random().toString(36).slice(2, 10)}`),
  first_name: 'Beatrix',
  last_name: 'Kowalczyk',
  ...more,
});
const add = (more: object) => service.ok(addUser, { token: service.admin.token, body: person(more) });
const refused = (more: object) =>
  service.refused(addUser, { token: service.admin.token, body: person(more) });
const rule = (name: string) => ({
  status: 400,
  code: 1000,
  error_details: { field: 'password', rule: name },
});

describe('a password that is guessed first', () => {
  test.each(['password1', 'Password1', 'QWERTY123', 'letmein', 'dragon', 'iloveyou'])(
    '%s is one of the most used',
    async (common) => {
      expect(await refused({ password: common })).toMatchObject(rule('common'));
    },
  );

  test.each([
    'kowalczyk1985!',
    'Beatrix.Kowalczyk',
    'Beatrix-77',
    'b.kowal-1',
    'Test-Organization',
    'test2026',
    'Appshelf_1',
    'example#9',
  ])('%s is made of what others know', async (word) => {
    const email = `b.kowal@example.org`;
    expect(await refused({ user_id: 'b.kowal', email, password: word })).toMatchObject(rule('context'));
  });

  test('is refused to an organization that has the subdomain of the demo, where the demo is not served', async () => {
    const { orgId, token } = await service.makeOrganization();
    const { db } = service.platform.database;
    const named = { vanity_subdomain: demoSubdomain };
    await withoutGuard(db).updateTable('organizations').set(named).where('id', '=', orgId).execute();
    const body = person({ password: 'password1' });
    expect(await service.refused(addUser, { token, body })).toMatchObject(rule('common'));
  });

  test('names are no harm beside other words', async () => {
    expect((await add({ password: 'Beatrix-likes-tea' })).user_psk).toBeGreaterThan(0);
  });

  test('is refused where passwords are changed, by oneself or others, and with a new organization', async () => {
    const user = await service.makeUser();
    const { token } = service.admin;
    const body = { password: 'sunshine' };
    expect(await service.refused(updateUser, { token, params: { user: user.psk }, body })).toMatchObject(
      rule('common'),
    );
    const own = { user_id: user.userId, password: user.password, new_password: `${user.userId}-1` };
    expect(await service.refused(changePassword, { body: own })).toMatchObject(rule('context'));
    const organization = {
      name: 'Kestrel Works',
      administrator: { ...newUser('first.admin'), password: 'kestrel-works' },
    };
    expect(await service.refused(addOrganization, { token, body: organization })).toMatchObject(
      rule('context'),
    );
  });
});

test('administrators have passwords of 12 characters where the organization sets nothing, others of 5', async () => {
  expect(await refused({ role: 5, password: 'Zk4wq9-Zk4w' })).toMatchObject({
    ...rule('length'),
    error_details: { count: 12 },
  });
  await add({ role: 5, password: 'Zk4wq9-Zk4wq' });
  await add({ password: uncommon.slice(0, 5) });
});

test('a password of 200 characters is verified whole, and needs no change however old it is', async () => {
  const long = `${uncommon}-Ä`.repeat(20).slice(0, 199).concat('Z');
  const user = person({ password: long });
  const { user_psk } = await service.ok(addUser, { token: service.admin.token, body: user });
  const { db } = service.platform.database;
  const ago = { password_changed: '2001-01-01T00:00:00.000Z' };
  await withoutGuard(db).updateTable('users').set(ago).where('psk', '=', user_psk).execute();
  const status = async (password: string) =>
    (await service.call(authenticateUser, { body: { user_id: user.user_id, password } })).status;
  expect(await status(long)).toBe(200);
  for (const other of [long.slice(0, -1), `${long.slice(0, -1)}z`, long.toLowerCase()])
    expect(await status(other)).toBe(401);
});

describe('a server of breached passwords', () => {
  const failures: string[] = [];
  beforeAll(() => {
    service.platform.breachedPasswords.onFailure = ({ reason }) => failures.push(reason);
  });

  test('learns five characters of the hash, and what it knows is refused', async () => {
    asked.length = 0;
    expect(await refused({ password: breached })).toMatchObject(rule('breached'));
    expect(asked).toEqual([{ url: `/range/${sha1(breached).slice(0, 5)}`, padded: 'true' }]);
  });

  test('pads its answer with lines that mean nothing', async () => {
    await add({ password: padding });
    await add({ password });
    expect(failures).toEqual([]);
  });

  test.each(['an error', 'nothing'] as const)(
    'that answers %s keeps nobody from a password',
    async (answer) => {
      answers = answer;
      failures.length = 0;
      await add({ password: breached });
      expect(failures).toHaveLength(1);
      answers = 'lines';
    },
  );
});

test.each([
  ['a', 'needs at least 12 characters'],
  ['administrator', 'most used'],
  ['Northwind-2026!', 'may not be made of'],
])('ADMIN_PASSWORD=%s stops the first start with what to change', async (chosen, sentence) => {
  const { config, remove } = await testConfig({
    firstAdministrator: {
      organizationName: 'Northwind',
      userId: 'ada',
      password: chosen,
      email: 'ada@example.org',
    },
  });
  await expect(buildApp(config, { workers: testWorkers() })).rejects.toThrow(
    expect.objectContaining({ message: expect.stringMatching(new RegExp(`^ADMIN_PASSWORD: .*${sentence}`)) }),
  );
  await remove();
});
