import { describe, expect, test } from 'vitest';
import { inspectPackage } from '../../../../mock-server/app-packages/inspection/inspect-package.ts';
import { type ApkOptions, testApk } from '../../../fixtures/apk.ts';
import { buildBinaryXml, type Xml } from '../../../fixtures/binary-xml.ts';
import { temporaryFiles } from '../../../fixtures/temporary-files.ts';

const files = temporaryFiles();
const inspect = async (options: ApkOptions) => inspectPackage(await files.write(testApk(options)));
const target = (targetSdkVersion: number): Xml => ['uses-sdk', { minSdkVersion: 16, targetSdkVersion }];
const settings = async (options: ApkOptions) =>
  (await inspect(options)).Settings.map(({ setting, domain }) => [setting, domain]);

describe('which components other apps reach', () => {
  const filter: Xml = ['intent-filter', {}, ['action', { name: 'org.example.OPEN' }]];

  test('those that say so, and those with a filter that say nothing', async () => {
    const { 'Exported Components': exported } = await inspect({
      elements: [target(30)],
      activities: [
        ['activity', { name: '.Main', exported: true }],
        ['activity', { name: '.Closed', exported: false }, filter],
        ['activity', { name: '.Off', exported: true, enabled: false }],
        ['service', { name: 'Filtered' }, filter],
        ['service', { name: '.Plain' }],
        ['receiver', { name: '.Guarded', exported: true, permission: 'org.example.RIGHT' }],
        ['provider', { name: '.Data' }],
        ['provider', { name: '.Open', exported: true }],
      ],
    });
    expect(exported.map(({ kind, name, permission }) => [kind, name, permission])).toEqual([
      ['activity', 'org.example.depot.Main', null],
      ['service', 'org.example.depot.Filtered', null],
      ['receiver', 'org.example.depot.Guarded', 'org.example.RIGHT'],
      ['provider', 'org.example.depot.Open', null],
    ]);
  });

  test('providers of old apps, which were open', async () => {
    const { 'Exported Components': exported } = await inspect({
      elements: [target(16)],
      activities: [['provider', { name: '.Data' }]],
    });
    expect(exported).toMatchObject([{ name: 'org.example.depot.Data' }]);
  });
});

describe('settings that make an app less safe', () => {
  test('what an app does not say counts as the system takes it', async () => {
    expect(await settings({ elements: [target(30)] })).toEqual([['allow_backup', null]]);
    expect(await settings({ elements: [target(27)], application: { allowBackup: false } })).toEqual([
      ['cleartext_traffic', null],
    ]);
  });

  test('what it says', async () => {
    const application = { allowBackup: false, debuggable: true, usesCleartextTraffic: true };
    expect(await settings({ elements: [target(30)], application })).toEqual([
      ['debuggable', null],
      ['cleartext_traffic', null],
    ]);
  });

  test('a network security configuration counts in place of the manifest’s flag', async () => {
    const configuration = buildBinaryXml([
      'network-security-config',
      {},
      ['base-config', {}, ['trust-anchors', {}, ['certificates', { ':src': 'user' }]]],
      ['domain-config', { cleartextTrafficPermitted: true }, ['domain', {}, 'old.example.org']],
      ['domain-config', { cleartextTrafficPermitted: false }, ['domain', {}, 'new.example.org']],
    ]);
    const application = {
      allowBackup: false,
      usesCleartextTraffic: true,
      networkSecurityConfig: 'res/xml/network.xml',
    };
    const found = await settings({
      elements: [target(30)],
      application,
      files: [{ name: 'res/xml/network.xml', data: configuration }],
    });
    expect(found).toEqual([
      ['cleartext_traffic', 'old.example.org'],
      ['user_certificates', null],
    ]);
  });
});

test('a library says its version in a file, or in a script', async () => {
  const cordova = "var PLATFORM_VERSION_BUILD_LABEL = '3.7.1';";
  const { 'Bundled Libraries': libraries } = await inspect({
    files: [
      { name: 'META-INF/androidx.core_core.version', data: Buffer.from('1.9.0\n') },
      {
        name: 'META-INF/maven/com.google.code.gson/gson/pom.properties',
        data: Buffer.from('version=2.8.8\n'),
      },
      { name: 'assets/www/cordova.js', data: Buffer.from(cordova) },
      { name: 'META-INF/odd_name.version', data: Buffer.from("task ':x'") },
    ],
  });
  expect(
    libraries.map(({ name, version, vulnerabilities }) => [
      name,
      version,
      vulnerabilities.map(({ id }) => id),
    ]),
  ).toEqual([
    ['androidx.core:core', '1.9.0', []],
    ['com.google.code.gson:gson', '2.8.8', ['CVE-2022-25647']],
    ['cordova-android', '3.7.1', ['CVE-2015-1835']],
  ]);
});
