import { deleteDB } from 'idb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readCatalogApplication } from '../../contract/catalog.ts';
import { deleteGroup } from '../../contract/groups.ts';
import { listInstalled } from '../../contract/inventory.ts';
import { unknownVersion } from '../../src/data/records/install-record.ts';
import { type Line, openLine } from '../setup/http/line.ts';
import { openService } from '../setup/open-service.ts';
import type { TestUser } from '../setup/world/people.ts';
import {
  apk,
  assign,
  join,
  makeGroup,
  type PublishedApplication,
  publishAndroid,
  publishVersion,
} from '../setup/world/publishing.ts';
import { accountOf, closeEngines, openEngine, signedIn, until } from './engines.ts';

let line: Line;
let user: TestUser;

const service = await openService();
const crew = await makeGroup(service, 'Crew');
const depot = await publishAndroid(service, 'org.example.depot');
const tools = await publishAndroid(service, 'org.example.tools');
await assign(service, crew, { id: depot.id, is_mandatory: true }, { id: tools.id });

beforeEach(async () => {
  line = await openLine(service.url);
  user = await service.makeUser();
  await join(service, crew, user);
});

afterEach(async () => {
  closeEngines();
  await deleteDB('appshelf');
  await line.close();
});

const versionOf = ({ versionId, versionNum }: PublishedApplication) => ({
  id: versionId,
  version_num: versionNum,
});

/** The requests for changes, and those for lists, of which there should be none. */
const request = () =>
  line.log.filter(({ path }) =>
    /^\/v3\/catalog\/sync|^\/v[12]\/catalog\/applications\/([a-z]*\/)?(\?|$)/.test(path),
  );

async function synced() {
  const opened = await signedIn(line.url, user);
  await until(opened.account.catalog.state, ({ savedAt, isSyncing }) => savedAt !== null && !isSyncing);
  return opened;
}

describe('the catalog', () => {
  it('has every application of the person, by name, and the lists beside it', async () => {
    const { account } = await synced();
    const { entries, mandatory, installed, updates, featured, categories } = account.catalog.state.get();
    expect(entries.map(({ version }) => version.app_name)).toEqual([
      'org.example.depot',
      'org.example.tools',
    ]);
    expect(mandatory?.map(({ id }) => id)).toEqual([depot.id]);
    expect([installed, updates, featured, categories]).toEqual([[], [], [], expect.any(Array)]);
  });

  it('costs one request without an answer when nothing changed', async () => {
    const { account } = await synced();
    line.log.length = 0;
    await account.catalog.refresh();
    expect(request().map(({ status }) => status)).toEqual([204]);
    expect(account.catalog.state.get().error).toBeNull();
  });

  it('shows what was published meanwhile', async () => {
    const { account } = await synced();
    const fresh = await publishAndroid(service, `org.example.fresh${Date.now()}`);
    await assign(service, crew, { id: fresh.id });
    await account.catalog.refresh();
    expect(account.catalog.state.get().byId.has(fresh.id)).toBe(true);
  });

  it('says that it can’t read what a service of another version sends, and keeps what it has', async () => {
    line.rewrite = (path, body) =>
      path.startsWith('/v3/catalog/sync')
        ? body.replaceAll(/"categories":\[[^\]]*\]/g, '"categories":null')
        : body;
    const { account } = await signedIn(line.url, user);
    const { entries } = await until(account.catalog.state, ({ error }) => error?.kind === 'other-version');
    expect(entries).toEqual([]);
    delete line.rewrite;
    await account.catalog.refresh();
    const whole = await until(
      account.catalog.state,
      ({ error, savedAt }) => error === null && savedAt !== null,
    );
    expect(whole.entries).not.toEqual([]);
  });

  it('forgets what the person may no longer see', async () => {
    const { account } = await synced();
    const other = await makeGroup(service, 'Other');
    const secret = await publishAndroid(service, `org.example.secret${Date.now()}`);
    await assign(service, other, { id: secret.id });
    await join(service, other, user);
    await account.catalog.refresh();
    expect(account.catalog.state.get().byId.has(secret.id)).toBe(true);
    await service.ok(deleteGroup, { token: service.admin.token, params: { group: other } });
    await account.catalog.refresh();
    expect(account.catalog.state.get().byId.has(secret.id)).toBe(false);
  });

  it('says why it is not up to date, and keeps what it has', async () => {
    const { account } = await synced();
    line.state = 'cut';
    await account.catalog.refresh();
    const { error, entries, isSyncing } = account.catalog.state.get();
    expect(error?.kind).toBe('unreachable');
    expect(isSyncing).toBe(false);
    expect(entries.length).toBeGreaterThan(0);
  });

  it.each(['hotel', 'captive', 'filter'] as const)('keeps nothing of what a %s answers', async (state) => {
    const { account } = await synced();
    const args = { params: { application: depot.id } };
    const application = account.openResource(readCatalogApplication, args);
    await until(application.state, ({ value }) => value !== null);
    const { entries } = account.catalog.state.get();
    line.state = state;
    await Promise.all([account.catalog.refresh(), application.refresh()]);
    expect(account.catalog.state.get().error?.kind).toBe('foreign');
    closeEngines();
    const again = accountOf(await openEngine(line.url));
    const shown = await until(again.catalog.state, ({ isComplete, isSyncing }) => isComplete && !isSyncing);
    expect(shown.entries.map(({ id }) => id)).toEqual(entries.map(({ id }) => id));
    const stored = await until(
      again.openResource(readCatalogApplication, args).state,
      ({ loading }) => !loading,
    );
    expect([stored.value?.application.id, stored.error?.kind]).toEqual([depot.id, 'foreign']);
  });

  it('is fetched by one tab and seen by both', async () => {
    const { account } = await synced();
    const other = accountOf(await openEngine(line.url));
    await until(other.catalog.state, ({ isComplete, isSyncing }) => isComplete && !isSyncing);
    const fresh = await publishAndroid(service, `org.example.both${Date.now()}`);
    await assign(service, crew, { id: fresh.id });
    line.log.length = 0;
    await account.catalog.refresh();
    await until(other.catalog.state, ({ byId }) => byId.has(fresh.id));
    expect(request()).toHaveLength(1);
  });
});

describe('one application', () => {
  it('is kept for the time without a network', async () => {
    const { account } = await synced();
    const args = { params: { application: depot.id } };
    const { state } = account.openResource(readCatalogApplication, args);
    expect((await until(state, ({ value }) => value !== null)).value?.application.id).toBe(depot.id);
    closeEngines();
    line.state = 'cut';
    const again = accountOf(await openEngine(line.url)).openResource(readCatalogApplication, args);
    const stored = await until(again.state, ({ loading }) => !loading);
    expect(stored.value?.application.id).toBe(depot.id);
    expect(stored.error?.kind).toBe('unreachable');
  });

  it('is the same object for everybody who asks', async () => {
    const { account } = await synced();
    const open = () => account.openResource(readCatalogApplication, { params: { application: depot.id } });
    expect(open()).toBe(open());
  });
});

describe('an installation', () => {
  it('opens what waits for it at once, and the service is told', async () => {
    const { account } = await synced();
    await account.installs.recordSent(depot.id, versionOf(depot));
    expect(account.installs.records.get().get(depot.id)?.attempt?.state).toBe('sent');
    await account.installs.recordQuestion(depot.id);
    expect(account.installs.records.get().get(depot.id)?.attempt?.state).toBe('asked');
    await account.installs.recordInstalled(depot.id);
    expect(account.catalog.state.get().mandatory?.[0]?.installed_version_id).toBe(depot.versionId);
    await until(account.outbox.rows, ([row]) => row?.state === 'sent');
    const { token, device } = account.session;
    const reported = await service.ok(listInstalled, { token: token ?? '', udid: device.id });
    expect(reported.applications.map(({ id }) => id)).toEqual([depot.id]);
  });

  it('that was declined leaves everything as it was', async () => {
    const { account } = await synced();
    await account.installs.recordSent(depot.id, versionOf(depot));
    await account.installs.recordDeclined(depot.id);
    expect(account.installs.records.get().get(depot.id)).toMatchObject({
      installed: null,
      attempt: { state: 'declined' },
    });
    expect(account.outbox.rows.get()).toEqual([]);
  });

  it('offers an update when there is a newer version, until that is confirmed', async () => {
    const { account } = await synced();
    await account.installs.recordInstalledVersion(tools.id, versionOf(tools));
    await until(account.outbox.rows, ([row]) => row?.state === 'sent');
    const newer = await publishVersion(
      service,
      tools,
      {},
      { bytes: apk('org.example.tools', 2), name: 'a.apk' },
    );
    await account.catalog.refreshAfterWrite();
    expect(account.catalog.state.get().updates?.map(({ id }) => id)).toEqual([tools.id]);
    await account.installs.recordInstalledVersion(tools.id, versionOf(newer));
    expect(account.catalog.state.get().updates).toEqual([]);
  });

  it('of an earlier version keeps its number, also when the service has to tell it', async () => {
    const { engine, account } = await synced();
    const later = { bytes: apk('org.example.tools', 9), name: 'a.apk' };
    await publishVersion(service, tools, {}, later);
    await account.installs.recordInstalledVersion(tools.id, versionOf(tools));
    expect(account.installs.records.get().get(tools.id)?.number).toBe(tools.versionNum);
    await until(account.outbox.rows, ([row]) => row?.state === 'sent');
    await engine.session.signOut();
    await engine.session.signIn({ userId: user.userId, password: user.password, remember: true });
    const { records } = accountOf(engine).installs;
    await until(records, (reported) => reported.get(tools.id)?.number === tools.versionNum);
  });

  it('that the service knows from before is known again after signing out and in', async () => {
    const { engine, account } = await synced();
    await account.installs.recordInstalledVersion(depot.id, versionOf(depot));
    await until(account.outbox.rows, ([row]) => row?.state === 'sent');
    await engine.session.signOut();
    await engine.session.signIn({ userId: user.userId, password: user.password, remember: true });
    const again = accountOf(engine);
    await until(again.installs.records, (records) => records.get(depot.id)?.installed === depot.versionId);
    expect(again.outbox.rows.get()).toEqual([]);
  });

  it('of an unknown version stays in the inventory', async () => {
    const { account } = await synced();
    await service.fetch('/v1/catalog/applications/installed/', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-token': account.session.token ?? '',
        'x-udid': account.session.device.id,
      },
      body: JSON.stringify({ applications: [{ id: tools.id }] }),
    });
    await account.catalog.refreshAfterWrite();
    expect(account.installs.records.get().get(tools.id)?.installed).toBe(unknownVersion);
    await account.installs.recordInstalledVersion(depot.id, versionOf(depot));
    await until(account.outbox.rows, ([row]) => row?.state === 'sent');
    const { token, device } = account.session;
    const reported = await service.ok(listInstalled, { token: token ?? '', udid: device.id });
    expect(new Set(reported.applications.map(({ id }) => id))).toEqual(new Set([depot.id, tools.id]));
  });

  it('confirmed in one tab keeps one that another tab confirmed in the same moment', async () => {
    const { account } = await synced();
    const other = accountOf(await openEngine(line.url));
    await Promise.all([
      account.installs.recordInstalledVersion(depot.id, versionOf(depot)),
      other.installs.recordInstalledVersion(tools.id, versionOf(tools)),
    ]);
    await until(
      account.outbox.rows,
      (rows) => rows.length === 2 && rows.every(({ state }) => state === 'sent'),
    );
    const { token, device } = account.session;
    const reported = await service.ok(listInstalled, { token: token ?? '', udid: device.id });
    expect(new Set(reported.applications.map(({ id }) => id))).toEqual(new Set([depot.id, tools.id]));
  });

  it('can be taken back', async () => {
    const { account } = await synced();
    await account.installs.recordInstalledVersion(depot.id, versionOf(depot));
    await account.installs.recordRemoved(depot.id);
    expect(account.catalog.state.get().mandatory?.[0]?.installed_version_id).toBeNull();
    await until(account.outbox.rows, (rows) => rows.every(({ state }) => state === 'sent'));
    const { token, device } = account.session;
    const reported = await service.ok(listInstalled, { token: token ?? '', udid: device.id });
    expect(reported.applications).toEqual([]);
  });
});
