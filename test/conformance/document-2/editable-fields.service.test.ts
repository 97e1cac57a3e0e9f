import { describe, expect, test } from 'vitest';
import type { NewApplication } from '../../../contract/application-fields.ts';
import { addApplication, addVersion, updateApplication } from '../../../contract/applications.ts';
import { openService } from '../../setup/open-service.ts';
import { apk } from '../../setup/world/publishing.ts';
import { addKind, requestFor } from '../kinds.ts';

/** Document 2, Editable application fields (all app types): Validation, Default, Limits. */
const service = await openService();
const token = service.admin.token;

const url = 'https://wiki.example.org/start';
const web = async (data: NewApplication = {}) =>
  (await service.ok(addApplication, { token, body: { url, ...data } })).application;
describe('app_name', () => {
  test('is the file name for native apps', async () => {
    const bytes = apk('org.example.unnamed', 1, { application: { label: '' } });
    const files = { app_file: { bytes, name: 'Van check.apk' } };
    expect((await service.uploaded(addApplication, { token, files })).application.name).toBe('Van check');
  });

  test('is the URL for public-store apps', async () => {
    const { application } = await addKind(service, 'androidStore');
    expect(application.name).toBe(
      'https://play.google.com/store/apps/details?id=org.example.store'.slice(0, 50),
    );
  });

  test('is the domain of the URL for hybrid apps', async () => {
    expect((await addKind(service, 'iosHybrid')).application.name).toBe('shop.example.org');
  });
});

test('version_num is 1.0 where none is detected, incremented for later versions', async () => {
  const { application } = await addKind(service, 'windowsMsi');
  const { files } = requestFor(service, 'windowsMsi');
  const numbers = [application.version?.version_num];
  for (const _ of [2, 3]) {
    const request = { token, params: { application: application.id }, ...(files && { files }) };
    numbers.push((await service.uploaded(addVersion, request)).application.version?.version_num);
  }
  expect(numbers).toEqual(['1.0', '2.0', '3.0']);
});

test('version_note is <app_name> - <version created date> - <version_num>', async () => {
  const { version } = await web({ app_name: 'Wiki', version_num: '7' });
  expect(version?.version_note).toBe(`Wiki - ${version?.release_date.slice(0, 10)} - 7`);
});

test('author is the user_id of the administrator', async () => {
  expect((await web()).version?.author).toBe(service.admin.userId);
});

const defaults = {
  enabled: false,
  sort_weight: 1000,
  reviews_enabled: true,
};
test.each(Object.entries(defaults))('%s is %j by default', async (field, value) => {
  expect(await web()).toMatchObject({ [field]: value });
});

test('custom_metadata is null by default', async () => {
  expect((await web()).version?.custom_metadata).toBe(null);
});

test('no field is mandatory beside what the application is made from', async () => {
  expect((await web()).url).toBe(url);
});

const limits = {
  app_name: 50,
  version_num: 21,
  version_note: 4096,
  author: 150,
  short_description: 100,
  long_description: 10_000,
};
describe.each(Object.entries(limits))('%s: max %i characters', (field, limit) => {
  test('when added, with a new version, and when updated', async () => {
    const exact = { [field]: 'x'.repeat(limit) };
    const longer = { [field]: 'x'.repeat(limit + 1) };
    const application = await web(exact);
    expect(application.version).toMatchObject(exact);
    const params = { application: application.id };
    expect(
      (await service.ok(updateApplication, { token, params, body: exact })).application.version,
    ).toMatchObject(exact);
    for (const operation of [addApplication, addVersion, updateApplication]) {
      expect(await service.refused(operation, { token, params, body: { url, ...longer } })).toMatchObject({
        status: 400,
        error_details: { field },
      });
    }
  });
});
