import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildBinary } from 'plist';
import { expect, test } from 'vitest';
import { parsePlist } from '../../../mock-server/app-packages/formats/plist/plist.ts';
import { Findings } from '../../../mock-server/app-packages/inspection/findings.ts';
import { inspectPackage } from '../../../mock-server/app-packages/inspection/inspect-package.ts';
import { inspectPlist } from '../../../mock-server/app-packages/ios/inspection/inspect-plist.ts';
import { inspected } from '../../fixtures/inspected/files.ts';
import { testIpa } from '../../fixtures/ipa.ts';
import { applePackages } from '../../fixtures/real-packages.ts';
import { temporaryFiles } from '../../fixtures/temporary-files.ts';

const files = temporaryFiles();

test('an executable: its functions, addresses and paths, with their offsets', async () => {
  const analysis = await inspectPackage(await files.write(testIpa({ executable: inspected.program })));
  const file = 'Payload/Demo.app/Demo';
  // As `llvm-nm` lists them.
  expect(analysis['Cryptographic Operations'].map((found) => found.function)).toEqual(['CCCrypt']);
  expect(analysis['Hash Operations']).toMatchObject([
    {
      operation: 'MD5',
      function: 'CC_MD5',
      weakness: expect.stringContaining('MD5') as string,
      place: { file },
    },
  ]);
  const [url] = analysis.Constants.URLs;
  expect(url?.url).toBe('http://sync.example.net/v2');
  const offset = url?.place.offset ?? 0;
  expect(inspected.program.subarray(offset, offset + 26).toString()).toBe(url?.url);
  expect(analysis['Foreign Connections'].map(({ host, encrypted }) => [host, encrypted])).toEqual([
    ['sync.example.net', false],
    ['www.google-analytics.com', true],
  ]);
  expect(analysis.Trackers).toMatchObject([{ name: 'Google Analytics', seen: 'address' }]);
  expect(analysis['File Access']).toMatchObject([{ filepath: '/var/mobile/notes.db', mode: 'unknown' }]);
  expect(analysis['Native Libraries']).toMatchObject([
    { processor: 'arm64', nx: true, pie: true, canary: true, relro: null },
  ]);
});

test('a real framework: the system frameworks that it needs, and its texts', async () => {
  const plist = readFileSync(join(dirname(applePackages.deviceLibrary), 'Info.plist'));
  const ipa = testIpa({
    files: [
      { name: 'Frameworks/TNSCore.framework/TNSCore', data: readFileSync(applePackages.deviceLibrary) },
      { name: 'Frameworks/TNSCore.framework/Info.plist', data: plist },
    ],
  });
  const analysis = await inspectPackage(await files.write(ipa));
  // As `llvm-objdump --macho --dylibs-used` lists them.
  expect(analysis['Libraries Used']).toEqual({
    'Dynamic Libraries': ['/usr/lib/libSystem.B.dylib', '/usr/lib/libobjc.A.dylib'],
    'System Frameworks': [
      'UIKit',
      'Foundation',
      'Accelerate',
      'CoreFoundation',
      'CoreGraphics',
      'QuartzCore',
    ],
  });
  expect(analysis.Programs.at(-1)).toEqual({
    file: 'Payload/Demo.app/Frameworks/TNSCore.framework/TNSCore',
    kind: 'mach-o',
    strings: 39,
    classes: 58,
    methods: 0,
  });
  expect(analysis['Bundled Libraries']).toMatchObject([{ name: 'TNSCore', version: '1.0' }]);
});

test('what Info.plist explains and allows', () => {
  const findings = new Findings();
  const bytes = buildBinary({
    NSCameraUsageDescription: 'To scan boxes',
    NSAppTransportSecurity: {
      NSAllowsArbitraryLoads: true,
      NSExceptionDomains: {
        'old.example.org': {
          NSExceptionAllowsInsecureHTTPLoads: true,
          NSExceptionMinimumTLSVersion: 'TLSv1.0',
        },
        'new.example.org': { NSIncludesSubdomains: true },
      },
    },
  });
  inspectPlist(findings, parsePlist(Buffer.from(bytes), 'malformed_manifest'), 'Info.plist');
  const { Permissions, Settings, 'Usage Descriptions': usages } = findings.finish();
  expect(usages).toMatchObject([{ key: 'NSCameraUsageDescription', text: 'To scan boxes' }]);
  expect(Permissions).toMatchObject([{ group: 'camera', asked: true }]);
  expect(Settings.map(({ setting, domain }) => [setting, domain])).toEqual([
    ['ats_exception', null],
    ['ats_exception', 'old.example.org'],
    ['ats_exception', 'old.example.org'],
  ]);
});
