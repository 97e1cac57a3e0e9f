import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildHybridApk } from '../../mock-server/app-packages/android/shell/build-apk.ts';
import { signApk } from '../../mock-server/app-packages/android/signature/sign-apk.ts';
import { signProfile } from '../../mock-server/app-packages/ios/profiles/configuration-profile.ts';
import { buildWebClip } from '../../mock-server/app-packages/ios/profiles/web-clip.ts';
import { ecKey, rsaKey } from '../fixtures/signing-keys.ts';
import { assembleShell, classesModule, classesPath } from './assemble-shell.ts';
import { ask, askApksigner } from './tools.ts';

const someMinutes = 5 * 60_000;
const app = {
  identifier: 'appshelf.hybrid.o01m7yh8fwsyt1qsw0xsc0ynnrr.a01m7yh8fwtcx35w0kx7g8ejxdm',
  name: `Lager 📦 <&"'> ]]> ה\u200f`,
  address: 'https://shop.example.org/m?a=1&b=%3C#top',
  version: '7.3',
  build: 12,
  showsNavbar: true,
  allowsTabs: false,
  opensFiles: false,
};
const icon = await sharp({ create: { width: 180, height: 180, channels: 4, background: '#2a9' } })
  .png()
  .toBuffer();

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'appshelf-interop-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('the shell is what its sources are assembled to', { timeout: someMinutes }, async () => {
  expect(await readFile(classesPath, 'utf8')).toBe(classesModule(await assembleShell()));
});

describe.each([
  ['RSA 2048', rsaKey(2048)],
  ['EC P-256', ecKey()],
] as const)('a hybrid application signed with %s', (kind, key) => {
  const paths = { built: '', signed: '' };
  beforeAll(async () => {
    paths.built = join(folder, `built-${kind}.apk`);
    paths.signed = join(folder, `${kind}.apk`);
    await writeFile(paths.built, buildHybridApk(app, icon));
    await signApk(paths.built, paths.signed, key);
  });

  test('passes apksigner and zipalign', { timeout: someMinutes }, async () => {
    expect(await askApksigner(paths.signed, null)).toMatchObject({ verified: true, schemes: ['v3'] });
    expect(await ask('zipalign', '-c', '-p', '4', paths.signed)).toMatchObject({ good: true });
  });

  test('says to aapt what it was built from', { timeout: someMinutes }, async () => {
    const { good, text } = await ask('aapt', 'dump', 'badging', paths.signed);
    expect(good).toBe(true);
    expect(text).toContain(`package: name='${app.identifier}' versionCode='12' versionName='7.3'`);
    expect(text).toContain("launchable-activity: name='appshelf.shell.PageActivity'");
    expect(text).toContain(`application-label:'${app.name.replaceAll('"', String.raw`\"`)}'`);
    expect(text).toContain("application-icon-640:'res/mipmap-xxxhdpi-v4/icon.png'");
    expect(text.match(/uses-permission: .*/g)).toEqual([
      "uses-permission: name='android.permission.INTERNET'",
    ]);
  });

  test('is taken apart by apktool into its sources', { timeout: someMinutes }, async () => {
    const target = join(folder, `apart-${kind}`);
    expect(await ask('apktool', 'd', '-q', '-o', target, paths.signed)).toEqual({ good: true, text: '' });
    const manifest = await readFile(join(target, 'AndroidManifest.xml'), 'utf8');
    expect(manifest).toContain('android:name="appshelf.show_navbar" android:value="true"');
    expect(manifest).toContain('android:allowBackup="false"');
    expect(manifest).toContain('android:usesCleartextTraffic="false"');
    expect(await readFile(join(target, 'res/values-de/strings.xml'), 'utf8')).toContain('Zurück');
    const shell = await readFile(join(target, 'smali/appshelf/shell/PageActivity.smali'), 'utf8');
    expect(shell).toContain('setMixedContentMode');
  });
});

test('a hybrid application at an http address allows that host alone, say aapt and apktool', {
  timeout: someMinutes,
}, async () => {
  const built = join(folder, 'http-built.apk');
  const path = join(folder, 'http.apk');
  await writeFile(built, buildHybridApk({ ...app, address: 'http://depot.example.org:8080/' }, icon));
  await signApk(built, path, ecKey());
  expect((await ask('aapt', 'dump', 'badging', path)).good).toBe(true);
  expect(await ask('zipalign', '-c', '-p', '4', path)).toMatchObject({ good: true });
  const target = join(folder, 'http');
  expect(await ask('apktool', 'd', '-q', '-o', target, path)).toEqual({ good: true, text: '' });
  const manifest = await readFile(join(target, 'AndroidManifest.xml'), 'utf8');
  expect(manifest).toContain('android:networkSecurityConfig="@xml/network_security"');
  const security = await readFile(join(target, 'res/xml/network_security.xml'), 'utf8');
  expect(security.replaceAll(/\s*\n\s*/g, '').replaceAll(' />', '/>')).toContain(
    '<base-config cleartextTrafficPermitted="false"/><domain-config cleartextTrafficPermitted="true">' +
      '<domain includeSubdomains="false">depot.example.org</domain></domain-config>',
  );
});

test.each([
  ['RSA 2048', rsaKey(2048)],
  ['EC P-256', ecKey()],
] as const)('openssl verifies a web clip signed with %s', async (kind, key) => {
  const profile = buildWebClip(app, icon);
  const signed = join(folder, `${kind}.mobileconfig`);
  const content = join(folder, `${kind}.plist`);
  await writeFile(signed, signProfile(profile, key, new Date()));
  const verdict = await ask(
    'openssl',
    'cms',
    '-verify',
    '-noverify',
    '-binary',
    '-inform',
    'DER',
    '-in',
    signed,
    '-out',
    content,
  );
  expect(verdict).toMatchObject({ good: true });
  expect(await readFile(content)).toEqual(profile);
});
