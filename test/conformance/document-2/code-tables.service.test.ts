import { describe, expect, test } from 'vitest';
import type { NewApplication } from '../../../contract/application-fields.ts';
import { addApplication } from '../../../contract/applications.ts';
import { androidPackages } from '../../fixtures/real-packages.ts';
import { openService } from '../../setup/open-service.ts';
import { ipa } from '../../setup/world/publishing.ts';
import { addKind, type KindName, kindNames, kinds } from '../kinds.ts';

/** Document 2, Integer code tables. */
const service = await openService();

test.each(kindNames.map((name) => [name, kinds[name].type] as const))(
  'type of %s is %i',
  async (name, type) => {
    expect((await addKind(service, name)).application.type).toBe(type);
  },
);

const systems: [KindName, number][] = [
  ['iosNative', 1],
  ['iosStore', 1],
  ['iosConfiguration', 1],
  ['iosHybrid', 1],
  ['androidNative', 102],
  ['androidStore', 102],
  ['androidHybrid', 102],
  ['windowsPhone', 401],
  ['windowsPhoneStore', 401],
  ['web', 0],
];
test.each(systems)('operating_system of %s is the platform code %i', async (name, code) => {
  expect((await addKind(service, name)).application.operating_system).toBe(code);
});

describe('form factor', () => {
  test.each<[NonNullable<NewApplication['form_factor_override']>, number]>([
    [[], 3],
    [['phones'], 1],
    [['tablets'], 2],
    [['phones', 'tablets'], 3],
  ])('%j is %i', async (form_factor_override, form_factor) => {
    const { application } = await addKind(service, 'web', { form_factor_override });
    expect(application).toMatchObject({ form_factor, form_factor_override });
  });

  test('of an iOS package is what its property list says', async () => {
    const files = { app_file: { bytes: ipa('org.example.form'), name: 'a.ipa' } };
    const { application } = await service.uploaded(addApplication, { token: service.admin.token, files });
    expect(application.version?.form_factor).toBe(3);
  });
});

test('sign_status: 0 not yet signed, 1 signed', async () => {
  expect((await addKind(service, 'iosNative')).application.version?.sign_status).toBe(0);
  const files = { app_file: androidPackages.contactManager };
  const signed = await service.uploaded(addApplication, { token: service.admin.token, files });
  expect(signed.application.version?.sign_status).toBe(1);
});

test('wrap_status: 0 no policies applied', async () => {
  expect((await addKind(service, 'androidNative')).application.version?.wrap_status).toBe(0);
});

test('providerx_verification_status: 0 no report available and none requested', async () => {
  const { application } = await addKind(service, 'androidNative');
  expect(application.version?.providerx_verification_status).toBe(0);
});
