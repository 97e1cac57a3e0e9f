import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  listRelatedMedia,
  listScreenshots,
  setBanner,
  setIcon,
  setPhoneScreenshot,
} from '../../contract/application-media.ts';
import {
  addApplication,
  listApplications,
  listVersions,
  readApplication,
  updateApplication,
} from '../../contract/applications.ts';
import { listCatalog, readCatalogApplication } from '../../contract/catalog.ts';
import type { Operation } from '../../contract/common/operation.ts';
import { installAll } from '../../contract/downloads.ts';
import { listGroupApplications } from '../../contract/groups.ts';
import { createApiToken } from '../../contract/identity.ts';
import { picture } from '../fixtures/pictures.ts';
import { refusal } from '../setup/answers.ts';
import type { Arguments } from '../setup/requests.ts';
import { startService, type TestService } from '../setup/service.ts';
import type { TestUser } from '../setup/world/people.ts';
import { apk, makeGroup, type PublishedApplication, publish } from '../setup/world/publishing.ts';

const bytes = apk('org.example.addressed');

/** An application with every picture, given to a person. */
async function prepare(service: TestService) {
  const { token } = service.admin;
  const app = await publish(service, { no_auth_delivery_enabled: true }, { bytes, name: 'app.apk' });
  const image = { bytes: await picture('png'), name: 'a.png' };
  const params = { application: app.id, slot: 1 };
  const paths = [];
  for (const [operation, part] of [
    [setIcon, 'icon_file'],
    [setBanner, 'banner_file'],
    [setPhoneScreenshot, 'screenshot_file'],
  ] as const) {
    paths.push((await service.uploaded(operation, { token, params, files: { [part]: image } })).path);
  }
  const person = await service.makeUser();
  const group = await makeGroup(service, 'Addressed', { apps: [{ id: app.psk }], users: [person] });
  return { app, paths, group, session: await service.signIn(person) };
}

/** Every address of an image, a file or a direct download in an answer. */
function addressesIn(value: unknown): string[] {
  if (typeof value === 'string') return /\/media\/|\/downloads\/(files|direct)/.test(value) ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(addressesIn) : [];
}

describe.each([
  ['PUBLIC_URL', 'https://apps.example.org'],
  ['the address that was asked, on loopback', null],
])('addresses of images and files begin with %s', (_, publicUrl) => {
  let service: TestService;
  let ready: Awaited<ReturnType<typeof prepare>>;
  beforeAll(async () => {
    service = await startService({ publicUrl });
    ready = await prepare(service);
  });
  afterAll(() => service.stop());

  test('in what is published and in what the catalog shows', async () => {
    const { app, group, session } = ready;
    const { token } = service.admin;
    const params = { application: app.id, group };
    const answers: [Operation, Arguments, number][] = [
      [readApplication, { token, params }, 3],
      [listApplications, { token }, 6],
      [listVersions, { token, params }, 2],
      [listRelatedMedia, { token, params }, 3],
      [listScreenshots, { token, params }, 1],
      [listGroupApplications, { token, params }, 6],
      [listCatalog, session, 3],
      [readCatalogApplication, { ...session, params }, 6],
      [installAll, { query: { token: session.token, udid: session.udid } }, 4],
    ];
    const base = publicUrl ?? service.url;
    expect(ready.paths.filter((path) => path.startsWith(`${base}/media/`))).toHaveLength(3);
    for (const [operation, request, count] of answers) {
      const found = addressesIn(await service.ok(operation, request));
      expect([operation.name, found.length]).toEqual([operation.name, count]);
      expect(found.filter((address) => !address.startsWith(`${base}/`))).toEqual([]);
    }
  });
});

describe('a package, asked back at install_file.path', () => {
  let service: TestService;
  let app: PublishedApplication;
  let path: string;
  let developer: TestUser;
  let stranger: TestUser;
  beforeAll(async () => {
    service = await startService();
    developer = await service.makeUser({ role: 8 });
    stranger = await service.makeUser({ role: 8 });
    app = await publish(service, {}, { bytes, name: 'app.apk' });
    await makeGroup(service, 'Developers', { apps: [{ id: app.psk }], users: [developer] });
    const request = { token: service.admin.token, params: { application: app.id } };
    path = (await service.ok(readApplication, request)).application.version?.install_file.path ?? '';
  });
  afterAll(() => service.stop());

  const back = (token: string) => fetch(path, { headers: { 'x-token': token } });
  const codeFor = async (token?: string) =>
    refusal(await service.fetch(path, { headers: token === undefined ? {} : { 'x-token': token } })).code;

  test('comes to an administrator, an app manager and its developer', async () => {
    const manager = await service.makeUser({ role: 6 });
    const { session } = await service.ok(createApiToken, {
      token: service.admin.token,
      params: { organization: service.admin.orgId },
      body: { user: manager.id },
    });
    const tokens = [service.admin.token, session.token, await service.userToken(developer)];
    for (const token of tokens) {
      expect(Buffer.from(await (await back(token)).arrayBuffer()).equals(Buffer.from(bytes))).toBe(true);
    }
    expect((await fetch(`${path}?token=${service.admin.token}`)).status).toBe(200);
  });

  test('is not counted as a download', async () => {
    await (await back(service.admin.token)).arrayBuffer();
    const { db } = service.platform.database;
    expect(await db.selectFrom('downloads').select('id').execute()).toEqual([]);
  });

  test('comes also while the application is disabled', async () => {
    const change = (enabled: boolean) =>
      service.ok(updateApplication, {
        token: service.admin.token,
        params: { application: app.id },
        body: { enabled },
      });
    await change(false);
    expect((await back(service.admin.token)).status).toBe(200);
    await change(true);
  });

  test('comes to nobody else', async () => {
    expect(await codeFor()).toBe(1001);
    expect(await codeFor('nonsense')).toBe(1001);
    const plain = await service.makeUser();
    expect(await codeFor(await service.userToken(plain))).toBe(11);
    expect(await codeFor((await service.signIn(plain)).token)).toBe(11);
    expect(await codeFor(await service.userToken(await service.makeUser({ role: 7 })))).toBe(11);
    expect(await codeFor(await service.userToken(stranger))).toBe(1010);
    expect(
      refusal(await service.fetch('/downloads/files/none', { headers: { 'x-token': service.admin.token } }))
        .status,
    ).toBe(404);
  });

  test('of an affiliated organization comes to an administrator above, and to none beside', async () => {
    const child = await service.makeOrganization();
    const beside = await service.makeOrganization();
    const own = await service.uploaded(addApplication, {
      token: child.token,
      data: {},
      files: { app_file: { bytes, name: 'app.apk' } },
    });
    const address = own.application.version?.install_file.path ?? '';
    const status = async (token: string) => (await fetch(address, { headers: { 'x-token': token } })).status;
    expect(await status(service.admin.token)).toBe(200);
    expect(await status(child.token)).toBe(200);
    expect(await status(beside.token)).toBe(404);
  });
});
