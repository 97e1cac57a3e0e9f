import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parse } from 'plist';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listCatalog, readCatalogApplication } from '../../contract/catalog.ts';
import { deletePairing } from '../../contract/devices.ts';
import * as downloads from '../../contract/downloads.ts';
import { postInstalled } from '../../contract/inventory.ts';
import { updateUser } from '../../contract/users.ts';
import { signLink } from '../../mock-server/features/identity/links.ts';
import { androidPackages } from '../fixtures/real-packages.ts';
import { startService, type TestService } from '../setup/service.ts';
import { iPad, type TestUser } from '../setup/world/people.ts';
import {
  apk,
  makeGroup,
  type PublishedApplication,
  publish,
  publishAndroid,
  publishIos,
  publishVersion,
  publishWeb,
} from '../setup/world/publishing.ts';

interface Session {
  token: string;
  udid: string;
  id: string;
}

let service: TestService;
let user: TestUser;
let phone: Session;
let tablet: Session;
let real: PublishedApplication;
let ios: PublishedApplication;
let web: PublishedApplication;
let foreign: PublishedApplication;
beforeAll(async () => {
  service = await startService();
  real = await publish(service, { app_name: 'Contacts' }, androidPackages.contactManager);
  ios = await publishIos(service, 'org.example.depot', { app_name: 'Depot', author: 'Workshop' });
  web = await publishWeb(service, 'Wiki');
  foreign = await publishAndroid(service, 'org.example.foreign');
  user = await service.makeUser();
  const apps = [{ id: real.psk, is_mandatory: true }, { id: ios.psk }, { id: web.psk }];
  await makeGroup(service, 'Crew', { apps, users: [user] });
  phone = await service.signIn(user);
  tablet = await service.signIn(user, { ...iPad, udid: 'downloads-ipad' });
});
afterAll(() => service.stop());

const query = ({ token, udid }: Session) => ({ token, udid });
const install = (session: Session, app: PublishedApplication) =>
  service.call(downloads.installApplication, {
    params: { application: app.id },
    query: query(session),
  });

/** The address of the file that an install call redirects to. */
async function fileAddress(session = phone, app = real): Promise<string> {
  const answer = await install(session, app);
  expect(answer.status).toBe(302);
  return answer.headers.get('location') ?? '';
}

async function bytesOf(address: string, headers: Record<string, string> = {}) {
  const response = await fetch(address, { headers });
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

const downloadsOf = async (app: PublishedApplication) =>
  (await service.ok(readCatalogApplication, { ...phone, params: { application: app.id } })).application
    .catalog_info.num_downloads;

interface Manifest {
  items: {
    assets: { kind: string; url: string; 'needs-shine'?: boolean }[];
    metadata: Record<string, string>;
  }[];
}
const manifestIn = (body: unknown) => parse(String(body)) as unknown as Manifest;

describe('Android', () => {
  test('is redirected to the very bytes that were published, as a package to install', async () => {
    const { status, headers, bytes } = await bytesOf(await fileAddress());
    const original = await readFile(androidPackages.contactManager);
    expect(status).toBe(200);
    expect(bytes.equals(original)).toBe(true);
    expect(headers.get('etag')).toBe(`"${createHash('sha256').update(original).digest('hex')}"`);
    expect(headers.get('content-type')).toBe('application/vnd.android.package-archive');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="ContactManager\.apk"/);
    expect(headers.get('accept-ranges')).toBe('bytes');
    expect(headers.get('content-length')).toBe(String(original.length));
  });

  test('gets lists as entries with their addresses, and code 20 when there is nothing', async () => {
    const { status, body } = await service.call(downloads.installAll, { query: query(phone) });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      applications: [{ id: real.id, version: { install_file: { id: real.fileId } } }],
    });
    const mandatory = await service.call(downloads.installMandatory, { query: query(phone) });
    expect(mandatory.body).toMatchObject({ applications: [{ id: real.id }] });
    const nothing = await service.refused(downloads.installUpdates, { query: query(phone) });
    expect(nothing).toMatchObject({ status: 400, code: 20 });
  });

  test('gets an update once an older version is installed', async () => {
    const app = await publishAndroid(service, 'org.example.updating');
    await makeGroup(service, 'Updating', { apps: [{ id: app.psk }], users: [user] });
    await service.ok(postInstalled, {
      ...phone,
      body: { applications: [{ id: app.id, version_num: '1.0' }] },
    });
    await publishVersion(service, app, {}, { bytes: apk('org.example.updating', 2), name: 'a.apk' });
    const { body } = await service.call(downloads.installUpdates, { query: query(phone) });
    expect(body).toMatchObject({ applications: [{ id: app.id, version: { version_num: '2.0' } }] });
    await bytesOf(await fileAddress(phone, app));
    const { db } = service.platform.database;
    const row = db.selectFrom('downloads').select('kind').where('application', '=', app.id);
    expect(await row.executeTakeFirst()).toEqual({ kind: 'update' });
  });

  test('can install one version', async () => {
    const answer = await service.call(downloads.installVersion, {
      params: { version: real.versionId },
      query: query(phone),
    });
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toContain(`/downloads/files/${real.fileId}`);
  });
});

describe('iOS', () => {
  test('gets a property list whose package is there', async () => {
    const answer = await install(tablet, ios);
    expect(answer.headers.get('content-type')).toMatch(/^application\/xml/);
    const [item] = manifestIn(answer.body).items;
    expect(item?.metadata).toEqual({
      'bundle-identifier': 'org.example.depot',
      'bundle-version': '1',
      kind: 'software',
      subtitle: 'Workshop',
      title: 'Depot',
    });
    expect(item?.assets.map((asset) => [asset.kind, asset['needs-shine']])).toEqual([
      ['software-package', undefined],
      ['full-size-image', false],
      ['display-image', false],
    ]);
    for (const asset of item?.assets ?? []) expect((await bytesOf(asset.url)).status).toBe(200);
  });

  test('gets one manifest for all, and an empty one for nothing', async () => {
    const all = await service.call(downloads.installAll, { query: query(tablet) });
    expect(manifestIn(all.body).items.map(({ metadata }) => metadata.title)).toEqual(['Depot']);
    for (const operation of [downloads.installMandatory, downloads.installUpdates]) {
      const { status, body } = await service.call(operation, { query: query(tablet) });
      expect(status).toBe(200);
      expect(manifestIn(body)).toEqual({ items: [] });
    }
  });
});

test('a web application is a redirect to its address', async () => {
  const answer = await install(phone, web);
  expect([answer.status, answer.headers.get('location')]).toEqual([302, 'https://wiki.example.org/']);
});

describe('parts of a file', () => {
  const parts: [string, number, number][] = [
    ['bytes=0-99', 0, 99],
    ['bytes=100-', 100, -1],
    ['bytes=-50', -50, -1],
    ['bytes=5-99999999', 5, -1],
  ];
  test.each(parts)('%s', async (range, from, to) => {
    const whole = await readFile(androidPackages.contactManager);
    const { status, headers, bytes } = await bytesOf(await fileAddress(), { range });
    const first = from < 0 ? whole.length + from : from;
    const last = to < 0 ? whole.length - 1 : to;
    expect(status).toBe(206);
    expect(headers.get('content-range')).toBe(`bytes ${first}-${last}/${whole.length}`);
    expect(bytes.equals(whole.subarray(first, last + 1))).toBe(true);
  });

  test('beyond the end are refused with the size', async () => {
    const { status, headers } = await bytesOf(await fileAddress(), { range: 'bytes=99999999-' });
    const { length } = await readFile(androidPackages.contactManager);
    expect([status, headers.get('content-range')]).toEqual([416, `bytes */${length}`]);
  });

  test('that nobody can read, or of another state of the file, are answered with the whole', async () => {
    for (const range of ['bytes=9-1', 'bytes=0-1,4-5', 'lines=1-2', 'bytes=-', 'x']) {
      expect((await bytesOf(await fileAddress(), { range })).status).toBe(200);
    }
    const headers = { range: 'bytes=0-9', 'if-range': '"other"' };
    expect((await bytesOf(await fileAddress(), headers)).status).toBe(200);
    const etag = (await bytesOf(await fileAddress())).headers.get('etag') ?? '';
    const same = { range: 'bytes=0-9', 'if-range': etag };
    expect((await bytesOf(await fileAddress(), same)).status).toBe(206);
    expect((await bytesOf(await fileAddress(), { 'if-none-match': etag })).status).toBe(304);
  });

  test('HEAD tells all about the file and sends nothing of it', async () => {
    const response = await fetch(await fileAddress(), { method: 'HEAD' });
    const { length } = await readFile(androidPackages.contactManager);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-length')).toBe(String(length));
  });
});

test('a download that the receiver breaks off leaves the service as it was', async () => {
  const app = await publish(service, { app_name: 'Large' }, androidPackages.automationServer);
  await makeGroup(service, 'Large', { apps: [{ id: app.psk }], users: [user] });
  const address = await fileAddress(phone, app);
  for (let round = 0; round < 3; round++) {
    const stop = new AbortController();
    const response = await fetch(address, { signal: stop.signal });
    const reader = response.body?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    stop.abort();
    await expect(reader?.read()).rejects.toThrow('aborted');
  }
  const original = await readFile(androidPackages.automationServer);
  expect((await bytesOf(address)).bytes.equals(original)).toBe(true);
});

describe('counting', () => {
  test('a link counts once, when its first byte is asked for, however often that is', async () => {
    const before = await downloadsOf(real);
    const address = await fileAddress();
    await fetch(address, { method: 'HEAD' });
    await bytesOf(address, { range: 'bytes=100-' });
    expect(await downloadsOf(real)).toBe(before);
    await Promise.all([bytesOf(address), bytesOf(address), bytesOf(address, { range: 'bytes=0-9' })]);
    expect(await downloadsOf(real)).toBe(before + 1);
    await bytesOf(await fileAddress());
    expect(await downloadsOf(real)).toBe(before + 2);
  });
});

describe('who gets nothing', () => {
  test('whoever may not see the application', async () => {
    const refused = await service.refused(downloads.installApplication, {
      params: { application: foreign.id },
      query: query(phone),
    });
    expect(refused).toMatchObject({ status: 403, code: 11 });
    const unknown = { params: { version: 'nothing' }, query: query(phone) };
    expect(await service.refused(downloads.installVersion, unknown)).toMatchObject({ status: 403, code: 11 });
  });

  test('a device that the application is not for', async () => {
    const refused = await service.refused(downloads.installApplication, {
      params: { application: ios.id },
      query: query(phone),
    });
    expect(refused).toMatchObject({ status: 400, code: 20 });
  });

  test('whoever has no token, or the device of somebody else', async () => {
    const params = { application: real.id };
    const without = await service.refused(downloads.installApplication, {
      params,
      query: { udid: phone.udid },
    });
    expect(without.status).toBe(401);
    const colleague = await service.signIn(await service.makeUser());
    const mixed = { params, query: { token: phone.token, udid: colleague.udid } };
    expect(await service.refused(downloads.installApplication, mixed)).toMatchObject({ code: 1014 });
  });

  /** The link that the phone's catalog hands out. */
  const uriOf = async (app: PublishedApplication) => {
    const { applications } = await service.ok(listCatalog, phone);
    return new URL(applications.find(({ id }) => id === app.id)?.catalog_info.install_uri ?? '');
  };
  const refusedAt = async (address: string | URL) => {
    const { status, body } = await service.fetch(String(address));
    return { status, code: (body as { error?: { code: number } }).error?.code };
  };
  const expired = { status: 403, code: 1017 };

  test('whoever changes a link, or uses it for something else', async () => {
    const uri = await uriOf(real);
    expect((await service.fetch(uri.href)).status).toBe(302);
    const token = uri.searchParams.get('download_token') ?? '';
    for (const at of [0, 30, 60, token.length - 1]) {
      const changed = token.slice(0, at) + (token[at] === 'a' ? 'b' : 'a') + token.slice(at + 1);
      const address = new URL(uri);
      address.searchParams.set('download_token', changed);
      expect(await refusedAt(address)).toEqual(expired);
    }
    const elsewhere = new URL(uri);
    elsewhere.pathname = `/v1/downloads/install/applications/${web.id}`;
    expect(await refusedAt(elsewhere)).toEqual(expired);
    const file = new URL(await fileAddress());
    file.pathname = `/downloads/files/${ios.fileId}`;
    expect(await refusedAt(file)).toEqual(expired);
    for (const odd of ['x', '.', '....', '%7f', 'a.b.c.d.e.f']) {
      expect(await refusedAt(`/downloads/files/${real.fileId}?download_token=${odd}`)).toEqual(expired);
    }
  });

  test('whoever comes too late', async () => {
    const path = `/v1/downloads/install/applications/${real.id}`;
    const who = { orgId: service.admin.orgId, userId: user.id, deviceId: phone.udid, id: '' };
    const at = (expires: number) =>
      `${path}?download_token=${signLink(service.platform.secrets, path, { ...who, expires })}`;
    expect((await service.fetch(at(Date.now() + 60_000))).status).toBe(302);
    expect(await refusedAt(at(Date.now() - 2000))).toEqual(expired);
  });

  test('whoever uses the link of somebody else with the own token or device', async () => {
    const colleague = await service.signIn(await service.makeUser());
    for (const [name, value] of Object.entries(query(colleague))) {
      const uri = await uriOf(real);
      uri.searchParams.set(name, value);
      expect(await refusedAt(uri)).toEqual(expired);
    }
  });

  test('whoever was disabled or unpaired after the link was made', async () => {
    const leaver = await service.makeUser();
    await makeGroup(service, 'Leavers', { apps: [{ id: real.psk }], users: [leaver] });
    const session = await service.signIn(leaver);
    const address = await fileAddress(session);
    const { token } = service.admin;
    await service.ok(updateUser, { token, params: { user: leaver.psk }, body: { disabled: true } });
    expect(await refusedAt(address)).toMatchObject({ status: 403, code: 1004 });
    await service.ok(updateUser, { token, params: { user: leaver.psk }, body: { disabled: false } });
    await service.ok(deletePairing, { token, params: { device: session.udid, user: leaver.psk } });
    expect(await refusedAt(address)).toMatchObject({ status: 403, code: 1014 });
  });
});
