import { globSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readPackage } from '../../../mock-server/platform/packages/read-package.ts';
import { packageFile } from '../../fixtures/package-files.ts';

const read = (name: string) => readPackage(packageFile(name));
const codesOf = ({ warnings }: { warnings: { error: string }[] }) => warnings.map(({ error }) => error);

describe('attributes of another XML namespace', () => {
  test.each([
    ['a', 'org.example.foreign', 'Right name'],
    ['b', 'org.example.foreign2', 'Right name'],
    ['label', 'org.example.fl', 'Evil label'],
    ['pkg', 'org.example.attacker', 'Pkg'],
  ])('do not replace the identity: %s', async (name, bundleId, label) => {
    expect(await read(`foreign-namespace/${name}.apk`)).toMatchObject({ bundleId, label });
  });

  test('do not hide permissions', async () => {
    expect((await read('foreign-namespace/perm.apk')).binaryMetadata['permissions']).toEqual([
      'android.permission.READ_SMS',
      'android.permission.RECORD_AUDIO',
    ]);
  });

  test('do not replace the versions of Android', async () => {
    const { binaryMetadata } = await read('foreign-namespace/minsdk.apk');
    expect(binaryMetadata).toMatchObject({ min_sdk: 24, target_sdk: 19 });
  });

  test('do not hide that a build is for debugging and tests', async () => {
    expect(codesOf(await read('foreign-namespace/noid.apk'))).toEqual(
      expect.arrayContaining(['debug_build', 'test_only']),
    );
  });
});

test('shows a label with an emoji that is written as two surrogates', async () => {
  expect(await read('emoji-label/emoji.apk')).toMatchObject({
    label: 'Pizza 🍕 Dienst',
    version: '1.0 🍕',
  });
});

test.each(globSync('sound-but-refused/*', { cwd: packageFile('') }))('takes %s', async (name) => {
  expect((await read(name)).bundleId).toMatch(/^(org|com)\./);
});
