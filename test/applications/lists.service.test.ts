import { describe, expect, test } from 'vitest';
import {
  listApplications,
  listApplicationsV1,
  listUserApplications,
  updateApplication,
} from '../../contract/applications.ts';
import { updateOrganization } from '../../contract/organizations.ts';
import { withoutGuard } from '../../mock-server/platform/database/unguarded.ts';
import { openService } from '../setup/open-service.ts';
import {
  apk,
  assign,
  join,
  makeGroup,
  type PublishedApplication,
  publish,
  publishAndroid,
  publishIos,
  publishVersion,
} from '../setup/world/publishing.ts';

const apps: Record<string, PublishedApplication> = {};
const idOf = (name: string) => apps[name]?.id ?? '';
const service = await openService();
const { token } = service.admin;
apps.beta = await publishAndroid(service, 'org.example.beta', {
  app_name: 'beta',
  short_description: 'Counts PALLETS',
  sort_weight: 10,
  author: 'Zoe',
});
apps.alpha = await publishIos(service, 'org.example.alpha', {
  app_name: 'Alpha',
  long_description: '100% of the _vans_',
  sort_weight: 10,
  author: 'adam',
  enabled: false,
});
apps.gamma = await publish(service, {
  app_name: 'Gamma',
  url: 'https://gamma.example.org/',
  sort_weight: 5,
});

const list = async (query: Record<string, string>) => {
  const { applications, total_available } = await service.ok(listApplications, { token, query });
  return { names: applications.map((row) => row.name), total: total_available };
};

describe('the list of applications', () => {
  test('shows every application, disabled ones too, with the fields of list responses', async () => {
    const { applications, total_available } = await service.ok(listApplications, { token });
    expect(total_available).toBe(3);
    expect(applications.map((row) => row.id)).toEqual([idOf('gamma'), idOf('beta'), idOf('alpha')]);
    expect(applications[1]).toMatchObject({
      psk: apps.beta?.psk,
      name: 'beta',
      short_description: 'Counts PALLETS',
      long_description: '',
      icon_path: '',
      screenshot_path1: null,
      tablet_screenshot_path5: null,
      min_os_version: expect.anything(),
      direct_download_binary_url: null,
      categories: [],
      custom_metadata: null,
      deleted: false,
      display_message: null,
      platform: 2,
      status: 1,
    });
    expect(applications.map((row) => [row.platform, row.enabled])).toEqual([
      [0, true],
      [2, true],
      [1, false],
    ]);
  });

  test('is the same by v1 and v2', async () => {
    const query = { sort: '-name', search: 'a', page: '0,2' };
    expect(await service.ok(listApplicationsV1, { token, query })).toEqual(
      await service.ok(listApplications, { token, query }),
    );
  });
});

describe('the direct address of a package', () => {
  const directOf = async (id: string) => {
    const { applications } = await service.ok(listApplications, { token });
    return applications.find((row) => row.id === id)?.direct_download_binary_url;
  };

  test('is shown when the application allows direct install, or the organization does', async () => {
    const { id } = await publishAndroid(service, 'org.example.direct');
    const address = `${service.url}/v1/downloads/direct/applications/${id}/`;
    expect(await directOf(id)).toBe(null);
    await service.ok(updateApplication, {
      token,
      params: { application: id },
      body: { no_auth_delivery_enabled: true },
    });
    expect(await directOf(id)).toBe(address);
    const settings = { token, params: { org_id: service.admin.orgId } };
    await service.ok(updateOrganization, { ...settings, body: { no_auth_app_delivery_enabled: true } });
    expect(await directOf(idOf('beta'))).toBe(
      `${service.url}/v1/downloads/direct/applications/${idOf('beta')}/`,
    );
    expect(await directOf(idOf('gamma'))).toBe(null);
    await service.ok(updateOrganization, { ...settings, body: { no_auth_app_delivery_enabled: false } });
    expect(await directOf(idOf('beta'))).toBe(null);
  });
});

describe('a user’s own list', () => {
  test('has the enabled applications of own groups, each once, at the newest version that they give', async () => {
    const user = await service.makeUser();
    const own = { token: await service.userToken(user) };
    const shown = async () =>
      (await service.ok(listUserApplications, own)).applications.map(
        ({ bundle_id, version, required_by_group }) => [bundle_id, version?.version_num, required_by_group],
      );
    expect(await shown()).toEqual([]);

    const app = await publishAndroid(service, 'org.example.mine');
    const second = await publishVersion(
      service,
      app,
      {},
      { bytes: apk('org.example.mine', 2), name: 'a.apk' },
    );
    await publishVersion(service, app, {}, { bytes: apk('org.example.mine', 3), name: 'a.apk' });
    const pinned = { id: app.psk, is_latest: false };
    const first = await makeGroup(service, 'First only', { users: [user] });
    await assign(service, first, { ...pinned, versions: [app.versionId] });
    expect(await shown()).toEqual([['org.example.mine', '1.0', false]]);

    const both = await makeGroup(service, 'First and second', { users: [user] });
    await assign(service, both, {
      ...pinned,
      versions: [app.versionId, second.versionId],
      is_mandatory: true,
    });
    expect(await shown()).toEqual([['org.example.mine', '2.0', true]]);

    const latest = await makeGroup(service, 'Latest');
    await assign(service, latest, { id: app.psk });
    expect(await shown()).toEqual([['org.example.mine', '2.0', true]]);
    await join(service, latest, user);
    expect(await shown()).toEqual([['org.example.mine', '3.0', true]]);

    await service.ok(updateApplication, { token, params: { application: app.id }, body: { enabled: false } });
    expect(await shown()).toEqual([]);
  });

  test('does not tell of what other groups make mandatory', async () => {
    const user = await service.makeUser();
    const app = await publishAndroid(service, 'org.example.theirs');
    const theirs = await makeGroup(service, 'Theirs');
    await assign(service, theirs, { id: app.psk, is_mandatory: true });
    await assign(service, await makeGroup(service, 'Ours', { users: [user] }), { id: app.psk });
    const { applications } = await service.ok(listUserApplications, { token: await service.userToken(user) });
    expect(applications).toMatchObject([{ id: app.id, required_by_group: false }]);
  });
});

test('a list of more applications than one statement names is whole', async () => {
  const db = withoutGuard(service.platform.database.db);
  const [application, version] = await Promise.all([
    db.selectFrom('applications').selectAll().where('id', '=', idOf('gamma')).executeTakeFirstOrThrow(),
    db.selectFrom('versions').selectAll().where('application', '=', idOf('gamma')).executeTakeFirstOrThrow(),
  ]);
  const before = (await list({})).total;
  const many = Array.from({ length: 1200 }, (_, at) => `many${String(at).padStart(4, '0')}`);
  for (let start = 0; start < many.length; start += 200) {
    const part = many.slice(start, start + 200);
    const psk = (at: number) => 10_000 + start + at;
    await db
      .insertInto('applications')
      .values(part.map((id, at) => ({ ...application, id, psk: psk(at), latest_version: id })))
      .execute();
    await db
      .insertInto('versions')
      .values(part.map((id, at) => ({ ...version, id, psk: psk(at), application: id, app_name: id })))
      .execute();
  }
  const whole = await service.ok(listApplications, { token, query: { page: '0,5000', search: 'many' } });
  expect(whole.applications.map((row) => row.version?.app_name)).toEqual(many);
  const byDefault = await service.ok(listApplications, { token });
  expect([byDefault.applications.length, byDefault.total_available]).toEqual([1000, before + many.length]);
});
