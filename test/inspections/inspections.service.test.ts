import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { inspectionStatuses } from '../../contract/common/codes.ts';
import {
  cancelInspection,
  makeInspectionKey,
  readInspection,
  readInspectionSummary,
  readPrivacy,
  requestInspection,
} from '../../contract/inspections.ts';
import { updateOrganization } from '../../contract/organizations.ts';
import { readReport } from '../../contract/reports.ts';
import { inspect } from '../../mock-server/features/inspections/inspect.ts';
import { createId } from '../../mock-server/platform/database/identifiers.ts';
import { withoutGuard } from '../../mock-server/platform/database/unguarded.ts';
import { currentTarget } from '../fixtures/apk.ts';
import { inspected } from '../fixtures/inspected/files.ts';
import { androidPackages } from '../fixtures/real-packages.ts';
import { openService } from '../setup/open-service.ts';
import { iPad } from '../setup/world/people.ts';
import {
  apk,
  makeGroup,
  publish,
  publishAndroid,
  publishIos,
  publishVersion,
  publishWeb,
} from '../setup/world/publishing.ts';
import { sign, signingEnds, storeCredentials } from '../setup/world/signing.ts';
import { providerx, settled, switchOn } from './switched-on.ts';

const service = await openService();
const acting = { token: service.admin.token };
await switchOn(service, service.admin.orgId, acting);

const asking = (application: string | number) => ({ ...acting, params: { application }, query: providerx });
const request = async (id: string) => (await service.ok(requestInspection, asking(id))).inspection_status;
const status = (id: string) => settled(service, id, acting);
const rowOf = (version: string) =>
  service.platform.database.db
    .selectFrom('inspections')
    .selectAll()
    .where('version', '=', version)
    .executeTakeFirstOrThrow();

const withCode = (bundleId: string, build = 1) =>
  apk(bundleId, build, {
    elements: [currentTarget, ['uses-permission', { name: 'android.permission.CAMERA' }]],
    files: [{ name: 'classes.dex', data: inspected.dex }],
  });

describe('an inspection', () => {
  test('begins at once and ends with a report of what is in the package', async () => {
    const { id, psk } = await publish(service, {}, { bytes: withCode('org.example.vault'), name: 'a.apk' });
    expect(await request(id)).toBe(inspectionStatuses.uploading);
    expect(await status(id)).toBe(inspectionStatuses.ready);
    const report = await service.ok(readInspection, asking(psk));
    expect(report).toMatchObject({
      format_type: 'json',
      inspection_status: 3,
      report: { provider: 2, psk: expect.any(Number) as number },
    });
    const { analysis } = report.report.report_json;
    expect(analysis['Cryptographic Operations']).toMatchObject([{ operation: 'AES/ECB/PKCS5Padding' }]);
    expect(analysis.Permissions).toMatchObject([{ name: 'android.permission.CAMERA', group: 'camera' }]);
    const { report: short } = await service.ok(readInspectionSummary, {
      ...acting,
      params: { app_psk: psk },
    });
    expect(short).toMatchObject({
      psk: report.report.psk,
      version: { psk: expect.any(Number) as number },
      report_json: { short: { ad_networks: true, trackers: true, hardcoded_keys: true, debuggable: false } },
    });
  });

  test('of a file that was inspected is ready at once; of a new version it begins anew', async () => {
    const application = await publishAndroid(service, 'org.example.again');
    await request(application.id);
    await status(application.id);
    expect(await request(application.id)).toBe(inspectionStatuses.ready);
    const file = { bytes: apk('org.example.again', 2), name: 'a.apk' };
    await publishVersion(service, application, {}, file);
    const before = await service.refused(readInspection, asking(application.id));
    expect(before).toMatchObject({ status: 404, code: 1076 });
    expect(await request(application.id)).toBe(inspectionStatuses.uploading);
    expect(await status(application.id)).toBe(inspectionStatuses.ready);
  });

  test('of a real package, and of one for iOS', async () => {
    const bytes = await readFile(androidPackages.unlock);
    const { id } = await publish(service, {}, { bytes, name: 'unlock.apk' });
    const ios = await publishIos(service, 'org.example.ios');
    for (const application of [id, ios.id]) {
      await request(application);
      expect(await status(application)).toBe(inspectionStatuses.ready);
    }
    const { report } = await service.ok(readInspection, asking(ios.id));
    expect(report.report_json.analysis['Libraries Used']['System Frameworks']).toEqual(['UIKit']);
  });

  test('of code that can’t be read fails with a sentence, and can be asked for again', async () => {
    const bytes = apk('org.example.broken', 1, {
      files: [{ name: 'classes.dex', data: Buffer.from('dex\n035\0, and no more') }],
    });
    const { id } = await publish(service, {}, { bytes, name: 'a.apk' });
    await request(id);
    expect(await status(id)).toBe(inspectionStatuses.error);
    expect(await service.refused(readInspection, asking(id))).toMatchObject({
      status: 404,
      code: 1076,
      message: expect.stringContaining('The code of the app cannot be read.') as string,
      error_details: { inspection_status: -1 },
    });
    expect(await request(id)).toBe(inspectionStatuses.uploading);
    expect(await status(id)).toBe(inspectionStatuses.error);
  });

  test('is for applications with a package only', async () => {
    const { id } = await publishWeb(service, 'Inspectless');
    expect(await service.refused(requestInspection, asking(id))).toMatchObject({ status: 400, code: 1019 });
  });

  test('of another organization’s application is not there', async () => {
    const other = { ...acting, params: { application: 'nobodys' }, query: providerx };
    expect((await service.refused(readInspection, other)).status).toBe(404);
  });
});

describe('cancelling', () => {
  /** As the table has it while a process, which then dies, inspects. */
  async function started(bundleId: string) {
    const application = await publishAndroid(service, bundleId);
    const run = createId();
    const { db } = service.platform.database;
    const row = { org_id: service.admin.orgId, version: application.versionId, psk: 1_000_000, run };
    const nothing = {
      engine: null,
      sha256: null,
      finished: null,
      verified: null,
      report: null,
      privacy: null,
      problem: null,
    };
    await withoutGuard(db)
      .insertInto('inspections')
      .values({ ...row, ...nothing })
      .execute();
    const version = withoutGuard(db)
      .updateTable('versions')
      .set({ inspection_status: inspectionStatuses.pending });
    await version.where('id', '=', application.versionId).execute();
    return { ...application, run };
  }
  const resume = ({ versionId: version, run }: { versionId: string; run: string }) =>
    inspect(
      service.platform,
      { orgId: service.admin.orgId, attempt: 1, stopped: new AbortController().signal },
      { version, run },
    );

  test('wins over an inspection that ends after it', async () => {
    const application = await started('org.example.cancelled');
    const running = resume(application);
    expect(await service.ok(cancelInspection, asking(application.id))).toEqual({ canceled: true });
    await running;
    expect(await rowOf(application.versionId)).toMatchObject({ run: null, report: null });
    expect(await status(application.id)).toBe(inspectionStatuses.none);
  });

  test('an inspection whose process died is done by the next', async () => {
    const application = await started('org.example.resumed');
    expect(await request(application.id)).toBe(inspectionStatuses.pending);
    await resume(application);
    expect(await status(application.id)).toBe(inspectionStatuses.ready);
    await resume(application);
    expect((await rowOf(application.versionId)).run).toBeNull();
  });

  test('what does not run is refused', async () => {
    const { id } = await publishAndroid(service, 'org.example.idle');
    expect(await service.refused(cancelInspection, asking(id))).toMatchObject({ status: 409, code: 1077 });
  });
});

describe('the switch', () => {
  const change = (body: object) =>
    service.ok(updateOrganization, { ...acting, params: { org_id: service.admin.orgId }, body });

  test('needs the setting and the key of this organization', async () => {
    const { id } = await publishAndroid(service, 'org.example.off');
    const refused = async () => (await service.refused(requestInspection, asking(id))).code;
    const { api_key } = await service.ok(makeInspectionKey, acting);
    await change({ providerx_enabled: false });
    expect(await refused()).toBe(1075);
    await change({ providerx_enabled: true, providerx_settings: { api_key: `${api_key}x` } });
    expect(await refused()).toBe(1075);
    await change({ providerx_settings: null });
    expect(await refused()).toBe(1075);
    await change({ providerx_settings: { api_key } });
    expect(await request(id)).toBe(inspectionStatuses.uploading);
    await status(id);
  });

  test('without the provider, or with another, the request is refused', async () => {
    const { id } = await publishAndroid(service, 'org.example.provider');
    for (const wrong of [{}, { provider: 'providery' }]) {
      const request = { ...asking(id), query: wrong as typeof providerx };
      expect((await service.refused(requestInspection, request)).status).toBe(400);
    }
  });
});

test('a person reads what concerns them, of the version that they get', async () => {
  const group = await makeGroup(service);
  const person = await service.makeUser({ groups: [group] });
  const session = await service.signIn(person, iPad);
  const application = await publishIos(service, 'org.example.read', { groups: [group] });
  const read = () => service.ok(readPrivacy, { ...session, params: { application: application.id } });
  expect(await read()).toEqual({ privacy: null });
  await request(application.id);
  await status(application.id);
  expect(await read()).toMatchObject({
    privacy: { version_id: application.versionId, permissions: [], trackers: [] },
  });
  const hidden = await publishIos(service, 'org.example.hidden');
  const asked = { ...session, params: { application: hidden.id } };
  expect((await service.refused(readPrivacy, asked)).status).toBe(403);
});

test('the report of inspections has those that failed, too, with why and when', async () => {
  const inspectedNow = async (bundleId: string, code: Buffer) => {
    const bytes = apk(bundleId, 1, { files: [{ name: 'classes.dex', data: code }] });
    const { id } = await publish(service, {}, { bytes, name: 'a.apk' });
    await request(id);
    await status(id);
    return id;
  };
  const whole = await inspectedNow('org.example.whole', inspected.dex);
  const broken = await inspectedNow('org.example.torn', Buffer.from('dex\n035\0, and no more'));
  const rows = async (date?: string) => {
    const request = date === undefined ? {} : { date };
    const params = { report_name: 'inspections' };
    const { report } = await service.ok(readReport, { ...acting, params, query: request });
    return report.entries.filter(({ app_id }) => app_id === whole || app_id === broken);
  };
  expect(await rows()).toMatchObject([
    {
      app_id: broken,
      inspection_status: 'Error',
      problem: expect.stringContaining('The code of the app cannot be read.') as string,
      checksum: null,
      date: expect.any(String) as string,
    },
    { app_id: whole, inspection_status: 'Verified', problem: null, checksum: expect.any(String) as string },
  ]);
  const today = new Date().toISOString().slice(0, 10);
  expect(await rows(`2020-01-01,${today}`)).toHaveLength(2);
  expect(await rows('2020-01-01,2020-12-31')).toEqual([]);
});

test('a report is of the file that is delivered: after a signature it has to be asked for anew', async () => {
  const { id } = await publishAndroid(service, 'org.example.resigned');
  await request(id);
  await status(id);
  await sign(service, id, await storeCredentials(service));
  await signingEnds(service, id, 'signed');
  expect(await status(id)).toBe(inspectionStatuses.none);
  expect(await service.refused(readInspection, asking(id))).toMatchObject({
    code: 1076,
    message: expect.stringContaining('signed or changed since') as string,
  });
  expect(await request(id)).toBe(inspectionStatuses.uploading);
  expect(await status(id)).toBe(inspectionStatuses.ready);
  await service.ok(readInspection, asking(id));
});
