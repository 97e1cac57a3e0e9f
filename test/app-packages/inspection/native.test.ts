import { expect, test } from 'vitest';
import { readElf } from '../../../mock-server/app-packages/android/inspection/elf.ts';
import { Budget } from '../../../mock-server/app-packages/budget.ts';
import { inspectPackage } from '../../../mock-server/app-packages/inspection/inspect-package.ts';
import { testApk } from '../../fixtures/apk.ts';
import { inspected } from '../../fixtures/inspected/files.ts';
import { temporaryFiles } from '../../fixtures/temporary-files.ts';

const files = temporaryFiles();

// As `readelf -lWd` and `readelf -sW` say.
test('an ELF library with all protections', () => {
  expect(readElf(inspected.safeLibrary, new Budget())).toEqual({
    processor: 'arm64',
    nx: true,
    pie: true,
    canary: true,
    relro: 'full',
    stripped: true,
    needed: [],
  });
});

test('an ELF library with none', () => {
  expect(readElf(inspected.weakLibrary, new Budget())).toMatchObject({
    processor: 'arm',
    nx: false,
    canary: false,
    relro: 'none',
    stripped: false,
  });
});

test('a library in a package that says its version is held against what is known', async () => {
  const data = inspected.safeLibrary;
  const path = await files.write(testApk({ files: [{ name: 'lib/arm64-v8a/libvault.so', data }] }));
  const analysis = await inspectPackage(path);
  expect(analysis['Libraries Used']['Dynamic Libraries']).toEqual(['libvault.so']);
  expect(analysis['Bundled Libraries']).toMatchObject([
    { name: 'OpenSSL', version: '1.0.1f', vulnerabilities: [{ id: 'CVE-2014-0160', fixed_in: '1.0.1g' }] },
  ]);
});
