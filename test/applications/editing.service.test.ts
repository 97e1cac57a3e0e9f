import { describe, expect, test } from 'vitest';
import type { EditableFields } from '../../contract/application-fields.ts';
import { setPhoneScreenshot } from '../../contract/application-media.ts';
import {
  addVersion,
  deleteApplication,
  listApplications,
  listVersions,
  readApplication,
  readVersion,
  updateApplication,
} from '../../contract/applications.ts';
import { listCatalog } from '../../contract/catalog.ts';
import { listCategories, setApplicationCategories } from '../../contract/categories.ts';
import { listGroupApplications } from '../../contract/groups.ts';
import { rateApplication } from '../../contract/reviews.ts';
import { picture } from '../fixtures/pictures.ts';
import { openService } from '../setup/open-service.ts';
import { unchecked } from '../setup/requests.ts';
import {
  apk,
  assign,
  makeGroup,
  publish,
  publishAndroid,
  publishWeb,
  setTemplate,
} from '../setup/world/publishing.ts';

const service = await openService();
await setTemplate(service, { a: { label: 'A', type: 'text' } });
const { token } = service.admin;

const read = async (application: string) =>
  (await service.ok(readApplication, { token, params: { application } })).application;
const update = async (application: string | number, body: EditableFields) =>
  (await service.ok(updateApplication, { token, params: { application }, body })).application;
const refused = (application: string, body: EditableFields) =>
  service.refused(updateApplication, { token, params: { application }, body });

describe('reading an application', () => {
  test('tells how signing stands, at the top, in the application and in its version', async () => {
    const unsigned = await publishAndroid(service, 'org.example.unsigned');
    const none = { signing_status: null, signing_status_details: '' };
    const answer = await service.ok(readApplication, { token, params: { application: unsigned.id } });
    expect(answer).toMatchObject({ ...none, application: { ...none, version: { ...none, sign_status: 0 } } });
  });

  test('says signed for a package that came signed', async () => {
    const file = 'node_modules/sample-apps/pre-built/ContactManager.apk';
    const { id } = await publish(service, {}, file);
    const answer = await service.ok(readApplication, { token, params: { application: id } });
    expect(answer.signing_status).toBe('signed');
    expect(answer.application.version?.signing_status).toBe('signed');
  });
});

describe('updating an application', () => {
  test('changes every editable field, and answers with what is read afterwards', async () => {
    const { id, psk } = await publishAndroid(service, 'org.example.edit');
    const ofVersion = {
      app_name: 'Edited',
      version_num: '1.1',
      version_note: 'Noted',
      author: 'Editor',
      short_description: 'Short',
      long_description: 'Long',
      custom_metadata: { a: 'one' },
      required: true,
    };
    const ofApplication = {
      enabled: false,
      sort_weight: -4,
      reviews_enabled: false,
      no_auth_delivery_enabled: true,
      add_to_start: true,
      form_factor_override: ['phones' as const],
    };
    const changed = await update(psk, { ...ofVersion, ...ofApplication });
    expect(changed).toMatchObject({
      ...ofApplication,
      status: 0,
      form_factor: 1,
      required: true,
      name: 'Edited',
    });
    expect(changed.version).toMatchObject(ofVersion);
    expect(await read(id)).toMatchObject(changed);
  });

  test('leaves alone what is not sent', async () => {
    const { id } = await publishAndroid(service, 'org.example.untouched', { short_description: 'Stays' });
    const before = await read(id);
    expect(await update(id, {})).toMatchObject(omitSigning(before));
  });

  test('takes the whole application back as it was read', async () => {
    for (const { id } of [
      await publishAndroid(service, 'org.example.whole', { required: true }),
      await publishWeb(service, 'Whole'),
      await publish(service, { hybrid: { url: 'https://whole.example.org/', platform: 'Android' } }),
    ]) {
      const before = await read(id);
      const request = { token, params: { application: id }, body: before };
      const answer = await service.ok(unchecked(updateApplication), request);
      expect(answer).toMatchObject({ application: omitSigning(before) });
    }
  });

  test('keeps a store’s application the same application', async () => {
    const { id } = await publish(service, { url: 'https://apps.apple.com/de/app/id7' });
    expect((await update(id, { url: 'https://apps.apple.com/us/app/name/id7' })).url).toContain('/us/');
    for (const url of ['https://apps.apple.com/app/id8', 'https://example.org/']) {
      expect(await refused(id, { url })).toMatchObject({ status: 409, code: 1016 });
    }
  });

  test('gives no address to a package', async () => {
    const { id } = await publishAndroid(service, 'org.example.noaddress');
    expect(await refused(id, { url: 'https://example.org/' })).toMatchObject({ status: 400, code: 1019 });
  });

  test('refused in part changes nothing at all', async () => {
    const { id } = await publishWeb(service, 'WholeOrNothing');
    const before = await read(id);
    await refused(id, { app_name: 'Half', required: true });
    await refused(id, { app_name: 'Half', url: 'nowhere' });
    expect(await read(id)).toEqual(before);
  });
});

/** An application as the other operations answer with it: without the signing status. */
function omitSigning({ version, ...application }: { version: object | null }): Record<string, unknown> {
  return { ...unsigned(application), version: version && unsigned(version) };
}

const unsigned = (object: object) =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !name.startsWith('signing_status')));

describe('deleting an application', () => {
  test('takes its versions, pictures, categories, reviews and assignments with it', async () => {
    const user = await service.makeUser();
    const group = await makeGroup(service, 'Mourners', { users: [user] });
    const app = await publishAndroid(service, 'org.example.gone');
    await assign(service, group, { id: app.psk });
    const params = { application: app.id };
    await service.uploaded(addVersion, {
      token,
      params,
      files: { app_file: { bytes: apk('org.example.gone', 2), name: 'a.apk' } },
    });
    await service.uploaded(setPhoneScreenshot, {
      token,
      params: { ...params, slot: 1 },
      files: { screenshot_file: { bytes: await picture('png'), name: 'a.png' } },
    });
    const { categories } = await service.ok(listCategories, { token });
    const body = { category_psk: [categories[0]?.psk ?? 0] };
    await service.ok(setApplicationCategories, { token, params, body });
    const who = await service.signIn(user);
    await service.ok(rateApplication, { ...who, params, body: { like: 1 } });

    expect(await service.ok(deleteApplication, { token, params })).toEqual({
      deleted_application: { psk: app.psk, id: app.id, name: 'org.example.gone' },
    });
    for (const operation of [readApplication, listVersions, deleteApplication]) {
      expect(await service.refused(operation, { token, params })).toMatchObject({ status: 404, code: 1010 });
    }
    const version = { token, params: { version: app.versionId } };
    expect(await service.refused(readVersion, version)).toMatchObject({ status: 404 });
    expect((await service.ok(listCatalog, who)).applications).toEqual([]);
    const inGroup = await service.ok(listGroupApplications, { token, params: { group } });
    expect(inGroup.applications).toEqual([]);
    const { applications } = await service.ok(listApplications, { token });
    expect(applications.map((row) => row.id)).not.toContain(app.id);
    const { db } = service.platform.database;
    for (const table of ['versions', 'install_files', 'screenshots', 'reviews'] as const) {
      const rows = await db.selectFrom(table).select('org_id').where('application', '=', app.id).execute();
      expect({ table, rows }).toEqual({ table, rows: [] });
    }
  });
});
