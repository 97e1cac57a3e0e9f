import { expect, test } from 'vitest';
import { inspectPackage } from '../../../mock-server/app-packages/inspection/inspect-package.ts';
import { toolFacts } from '../../fixtures/inspected/files.ts';
import { androidPackages } from '../../fixtures/real-packages.ts';

test.each(Object.entries(androidPackages))(
  '%s has the permissions that aapt lists and the tables that dexdump counts',
  async (name, path) => {
    const { Permissions, Programs } = await inspectPackage(path);
    const dex = Programs.map(({ file, strings, classes, methods }) => [file, { strings, classes, methods }]);
    expect({
      permissions: Permissions.map((permission) => permission.name),
      dex: Object.fromEntries(dex),
    }).toEqual(toolFacts[name]);
  },
);

test('a package for tests on a device: what concerns its people', async () => {
  const analysis = await inspectPackage(androidPackages.settings);
  expect(analysis.Permissions).toContainEqual({
    name: 'android.permission.ACCESS_FINE_LOCATION',
    group: 'location',
    means: 'Where the device is, to a few metres',
    asked: true,
    place: { file: 'AndroidManifest.xml', class: null, method: null, offset: null },
  });
  expect(analysis.Settings.map(({ setting }) => setting)).toContain('debuggable');
  expect(analysis.Certificates).toHaveLength(1);
  expect(analysis['Bundled Libraries']).toContainEqual(
    expect.objectContaining({ name: 'androidx.core:core', version: '1.9.0' }),
  );
  expect(analysis['Bundled Libraries']).toContainEqual(
    expect.objectContaining({ name: 'play-services-base', vulnerabilities: [] }),
  );
});
