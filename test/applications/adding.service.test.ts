import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addApplication, readApplication } from '../../contract/applications.ts';
import { androidPackages } from '../fixtures/real-packages.ts';
import { startService, type TestService } from '../setup/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const add = (data: object, files = {}) =>
  service.uploaded(addApplication, { token: service.admin.token, data, files });

describe('a real Android package', () => {
  test('is added with what it says of itself', async () => {
    const { application, warnings } = await add({}, { app_file: androidPackages.apiDemos });
    expect(application).toMatchObject({
      type: 3,
      operating_system: 102,
      bundle_id: 'io.appium.android.apis',
    });
    expect(warnings.map(({ error }) => error)).toEqual(['debug_build']);
    const read = await service.ok(readApplication, {
      token: service.admin.token,
      params: { application: application.id },
    });
    expect(read.application).toMatchObject({ id: application.id });
  });
});
