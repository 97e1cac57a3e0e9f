import { globSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { formFactors } from '../../contract/common/codes.ts';
import { edgesOf } from '../../mock-server/app-packages/android/icon/path-edges.ts';
import { signApk } from '../../mock-server/app-packages/android/signature/sign-apk.ts';
import { iosFormFactor } from '../../mock-server/app-packages/ios/info-plist.ts';
import { readPackage } from '../../mock-server/app-packages/read-package.ts';
import { withZip } from '../../mock-server/app-packages/zip/open-zip.ts';
import { buildMachO } from '../../mock-server/demo/build-mach-o.ts';
import { currentTarget, testApk } from '../fixtures/apk.ts';
import { buildBinaryXml } from '../fixtures/binary-xml.ts';
import { crossingPaths } from '../fixtures/hostile-packages.ts';
import { testIpa } from '../fixtures/ipa.ts';
import { packageFile } from '../fixtures/package-files.ts';
import { rsaKey } from '../fixtures/signing-keys.ts';
import { temporaryFiles } from '../fixtures/temporary-files.ts';

const files = temporaryFiles();
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

describe('what current phones refuse', () => {
  test.each([
    ['activity-not-exported-target-34', 'exported_missing'],
    ['arsc-compressed-target-34', 'resources_compressed'],
    ['native-libs-compressed', 'native_libraries_compressed'],
    ['split-required', 'split_required'],
  ])('%s gives the warning %s, which names the phones', async (name, code) => {
    const { warnings } = await read(`blockers/${name}.apk`);
    expect(warnings.map(({ error }) => error).filter((error) => error !== 'icon_missing')).toEqual([code]);
    expect(warnings.find(({ error }) => error === code)?.message).toMatch(/Android \d/);
  });

  test.each(['arsc-compressed-target-34', 'native-libs-compressed'])(
    '%s is mended when it is signed',
    async (name) => {
      const target = await files.write(Buffer.alloc(0));
      await signApk(packageFile(`blockers/${name}.apk`), target, rsaKey());
      expect(codesOf(await readPackage(target))).not.toContain('resources_compressed');
      expect(codesOf(await readPackage(target))).not.toContain('native_libraries_compressed');
      const entries = await withZip(target, (zip) => Promise.resolve([...zip.entries.values()]));
      const stored = entries.filter(({ name }) => /arsc$|so$/.test(name));
      expect(stored.map(({ compressionMethod }) => compressionMethod)).toEqual(stored.map(() => 0));
    },
  );

  test.each([
    [22, /Android 14/],
    [23, /Android 15/],
  ])('target %i is refused by %s', async (targetSdkVersion, phones) => {
    const apk = testApk({ elements: [['uses-sdk', { targetSdkVersion }]] });
    const { warnings } = await readPackage(await files.write(apk));
    expect(warnings.find(({ error }) => error === 'target_sdk_too_old')?.message).toMatch(phones);
  });

  test('libraries for Intel only, a preview of Android and an app for televisions', async () => {
    const codes = async (options: Parameters<typeof testApk>[0]) =>
      codesOf(await readPackage(await files.write(testApk(options))));
    const library = { name: 'lib/x86_64/libdepot.so', data: Buffer.from('elf') };
    expect(await codes({ elements: [currentTarget], files: [library] })).toContain('arch_intel_only');
    expect(await codes({ elements: [['uses-sdk', { minSdkVersion: 'Baklava' }]] })).toContain('preview_sdk');
    const television = ['uses-feature', { name: 'android.software.leanback' }] as const;
    expect(await codes({ elements: [currentTarget, television] })).toContain('not_for_phones');
  });

  test.each([{ isSplitRequired: true }, { requiredSplitTypes: 'base__abi,base__density' }])(
    'the base of an app in parts, by %j',
    async (manifest) => {
      const apk = testApk({ manifest, elements: [currentTarget] });
      expect(codesOf(await readPackage(await files.write(apk)))).toContain('split_required');
    },
  );

  test('a list of required parts that names none requires none', async () => {
    const apk = testApk({ manifest: { requiredSplitTypes: ',' }, elements: [currentTarget] });
    expect(codesOf(await readPackage(await files.write(apk)))).not.toContain('split_required');
  });
});

describe('an iOS package for other devices than iPhone and iPad is refused', () => {
  const refusal = async (ipa: Buffer) =>
    await readPackage(await files.write(ipa)).catch((error: unknown) => error);

  test.each([[[3]], [[4]], [[7]]])('by its device families, %j', async (devices) => {
    expect(await refusal(testIpa({ devices }))).toMatchObject({ code: 'other_apple_device' });
  });

  test.each([1, 3, 4, 6, 11])('by platform %i of its executable', async (platform) => {
    const executable = buildMachO();
    const buildVersion = executable.indexOf(Buffer.from('3200000018000000', 'hex'));
    executable.writeUInt32LE(platform, buildVersion + 8);
    expect(await refusal(testIpa({ executable }))).toMatchObject({ code: 'other_apple_device' });
  });

  test('by CFBundleSupportedPlatforms', () => {
    expect(iosFormFactor(new Map([['CFBundleSupportedPlatforms', ['AppleTVOS']]]))).toBe(formFactors.unknown);
  });
});

describe('icons', () => {
  const pixel = async (icon: Buffer | null, x: number, y: number): Promise<number[]> => {
    if (icon === null) throw new Error('there is no icon');
    const { data, info } = await sharp(icon).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 4;
    return [...data.subarray(at, at + 4)];
  };

  const [red, blue, white] = [
    [200, 60, 20, 255],
    [0, 0x55, 0xaa, 255],
    [255, 255, 255, 255],
  ];
  test.each([
    ['bitmapxml', red, blue],
    ['inset', red, red],
    ['layerlist', red, red],
    ['vector', white, blue],
    ['white', white, blue],
  ])('composes the adaptive icon %s', async (name, inMiddle, inCorner) => {
    const { icon, warnings } = await read(`icons/adaptive-${name}.apk`);
    expect(warnings).toEqual([]);
    const [middle, corner] = await Promise.all([pixel(icon, 0.5, 0.5), pixel(icon, 0.02, 0.02)]);
    expect([middle, corner]).toEqual([inMiddle, inCorner]);
  });

  const [pureRed, pureGreen, ofBackground] = [
    [255, 0, 0, 255],
    [0, 255, 0, 255],
    [0, 0x55, 0xaa, 255],
  ];
  test.each([
    ['gradient', { x: 0.02, color: pureRed }, { x: 0.98, color: pureGreen }],
    ['radial', { x: 0.5, color: pureRed }, { x: 0.005, color: pureGreen }],
    ['clip', { x: 0.25, color: pureRed }, { x: 0.7, color: ofBackground }],
    ['tint', { x: 0.5, color: pureRed }, { x: 0.1, color: ofBackground }],
    ['gravity', { x: 0.3, color: pureRed }, { x: 0.2, color: ofBackground }],
    ['bitmap-gravity', { x: 0.3, color: pureRed }, { x: 0.2, color: ofBackground }],
    ['bitmap-tint', { x: 0.3, color: pureGreen }, { x: 0.2, color: ofBackground }],
    ['path-text', { x: 0.5, color: pureRed }, { x: 0.1, color: ofBackground }],
    ['over-raster', { x: 0.5, color: pureRed }, { x: 0.1, color: ofBackground }],
  ])('draws %s as a device does', async (name, ...places) => {
    const { icon, warnings } = await read(`icons/drawn-${name}.apk`);
    expect(warnings.map(({ error }) => error)).toEqual(['not_signed']);
    for (const { x, color } of places) {
      const found = await pixel(icon, x, 0.5);
      for (const [channel, value] of color.entries())
        expect(Math.abs((found[channel] ?? 0) - value)).toBeLessThan(16);
    }
  });

  test('where older devices show a raster image, it wins over the drawing', async () => {
    const { icon } = await read('icons/raster-over-drawn.apk');
    expect(await pixel(icon, 0.5, 0.5)).toEqual(pureGreen);
  });

  test.each(['sweep', 'tiled', 'trim'])('gives a warning for %s, which it cannot draw', async (name) => {
    const { icon, warnings } = await read(`icons/drawn-${name}.apk`);
    expect(icon).toBeNull();
    expect(warnings.map(({ error }) => error)).toContain('icon_missing');
  });

  test.each(['launcher-gif.apk', 'launcher-jpg.apk', 'icon-jpeg-as-png.ipa'])('converts %s', async (name) => {
    expect((await sharp((await read(`icons/${name}`)).icon ?? Buffer.alloc(0)).metadata()).format).toBe(
      'png',
    );
  });

  test('does not draw what would take long: thousands of lines that cross each other', async () => {
    const codes = async (lines: number) =>
      codesOf(await readPackage(await files.write(crossingPaths(1, lines))));
    expect(await codes(130)).not.toContain('icon_missing');
    expect(await codes(7000)).toContain('icon_missing');
  });

  test.each([
    ['M9 9h10v10h-10z', 3],
    ['M0 0L10 10M90 90l10 10', 4],
    ['M0 0H10V10', 2],
    ['m5 5 10 0 0 10', 2],
    ['M0 0C0 10 10 10 10 0', 3],
    ['M0 0a99 99 0 0 1 1 1', 3],
    ['', 0],
  ])('a line across the path %s meets at most about %i edges', (path, edges) => {
    expect(edgesOf(path, 10)).toBeCloseTo(edges);
  });

  test('gives a warning for an icon that cannot be drawn', async () => {
    const apk = testApk({
      application: { icon: { reference: 0x7f020000 } },
      resources: [{ id: 0x7f020000, value: 'res/i.xml', density: 0xfffe }],
      files: [{ name: 'res/i.xml', data: buildBinaryXml(['animation-list']) }],
    });
    expect(codesOf(await readPackage(await files.write(apk)))).toContain('icon_missing');
  });
});
