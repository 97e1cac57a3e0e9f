import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { readBinaryXml } from '../../../mock-server/platform/packages/android/binary-xml.ts';
import { readPackage } from '../../../mock-server/platform/packages/read-package.ts';
import { type ApkOptions, testApk } from '../../fixtures/apk.ts';
import type { Xml } from '../../fixtures/binary-xml.ts';
import { buildBinaryXml } from '../../fixtures/binary-xml.ts';
import type { TableForm } from '../../fixtures/resource-table.ts';
import { temporaryFiles } from '../../fixtures/temporary-files.ts';

const files = temporaryFiles();
const read = async (options: ApkOptions) => await readPackage(await files.write(testApk(options)));
const refusal = async (options: ApkOptions) => await read(options).catch((error: unknown) => error);
const warningsOf = async (options: ApkOptions) => (await read(options)).warnings.map(({ error }) => error);
const png = async (side: number) =>
  await sharp({ create: { width: side, height: side, channels: 4, background: '#2a9' } })
    .png()
    .toBuffer();
const widthOf = async (icon: Buffer | null) => (icon === null ? null : (await sharp(icon).metadata()).width);

const activity = (scheme: string, category = 'android.intent.category.BROWSABLE'): Xml => [
  'activity',
  { name: '.Main' },
  [
    'intent-filter',
    {},
    ['action', { name: 'android.intent.action.VIEW' }],
    ['category', { name: category }],
    ['data', { scheme }],
  ],
];

const library = (abi: string) => ({ name: `lib/${abi}/libdepot.so`, data: Buffer.from('elf') });

test.each([false, true])('strings in UTF-8 (%s) keep every letter', (utf8) => {
  const long = 'ß日本😀'.repeat(40);
  const xml: Xml = ['manifest', { package: long }, ['application', { label: 'Größe' }]];
  const root = readBinaryXml(buildBinaryXml(xml, utf8));
  expect(root.attributes.get('package')).toEqual({ kind: 'text', text: long });
  expect(root.children[0]?.attributes.get('label')).toEqual({ kind: 'text', text: 'Größe' });
});

describe('versions', () => {
  test('the major half of a long version code counts', async () => {
    expect((await read({ manifest: { versionCodeMajor: 2, versionCode: 7 } })).build).toBe(
      String(2 ** 33 + 7),
    );
  });

  test.each([
    [21, '5.0'],
    [35, '15'],
    [37, '17'],
  ])('API level %i is Android %s', async (minSdkVersion, minOs) => {
    expect((await read({ elements: [['uses-sdk', { minSdkVersion }]] })).minOs).toBe(minOs);
  });

  test('no level is the first; a codename is none', async () => {
    expect((await read({})).minOs).toBe('1.0');
    expect((await read({ elements: [['uses-sdk', { minSdkVersion: 'Baklava' }]] })).minOs).toBeNull();
  });
});

describe('labels', () => {
  const label = { reference: 0x7f010002 };
  const german = { id: label.reference, value: 'Lager', language: 'de' };
  const english = { id: label.reference, value: 'Depot (English)', language: 'en' };
  const general = { id: label.reference, value: 'Depot' };

  test.each<TableForm>(['plain', 'sparse', 'offset16', 'compact'])(
    'are found in a %s table',
    async (form) => {
      expect((await read({ application: { label }, resources: [german, general], form })).label).toBe(
        'Depot',
      );
    },
  );

  test('without one for all languages, English comes first', async () => {
    expect((await read({ application: { label }, resources: [german, english] })).label).toBe(
      'Depot (English)',
    );
    expect((await read({ application: { label }, resources: [german] })).label).toBe('Lager');
  });

  test('references are followed, also in a circle', async () => {
    const toNext = { id: label.reference, value: { reference: 0x7f010003 } };
    const back = { id: 0x7f010003, value: label };
    const next = { id: 0x7f010003, value: 'Found' };
    expect((await read({ application: { label }, resources: [toNext, next] })).label).toBe('Found');
    expect((await read({ application: { label }, resources: [toNext, back] })).label).toBeNull();
  });

  test('are shown on one line', async () => {
    expect((await read({ application: { label: ' De\npot\u0000 ' } })).label).toBe('De pot');
  });
});

describe('icons', () => {
  const icon = { reference: 0x7f020000 };
  const raster = async (name: string, density: number, data: Promise<Buffer>) => ({
    resource: { id: icon.reference, value: name, density },
    file: { name, data: await data },
  });

  test('the densest raster wins over a drawing', async () => {
    const small = await raster('res/m.png', 160, png(48));
    const large = await raster('res/xx.png', 480, png(144));
    const drawing = { id: icon.reference, value: 'res/i.xml', density: 0xfffe };
    const info = await read({
      application: { icon },
      resources: [small.resource, large.resource, drawing],
      files: [small.file, large.file, { name: 'res/i.xml', data: buildBinaryXml(['adaptive-icon']) }],
    });
    expect(await widthOf(info.icon)).toBe(144);
  });

  test('a WebP icon is turned into a PNG', async () => {
    const webp = sharp(await png(96))
      .webp()
      .toBuffer();
    const { resource, file } = await raster('res/i.webp', 320, webp);
    const info = await read({ application: { icon }, resources: [resource], files: [file] });
    expect((await sharp(info.icon ?? Buffer.alloc(0)).metadata()).format).toBe('png');
  });

  test('an adaptive icon without rasters shows its foreground', async () => {
    const layers: Xml = ['adaptive-icon', {}, ['foreground', { drawable: { reference: 0x7f030000 } }]];
    const info = await read({
      application: { icon },
      resources: [
        { id: icon.reference, value: 'res/i.xml', density: 0xfffe },
        { id: 0x7f030000, value: 'res/front.png', density: 640 },
      ],
      files: [
        { name: 'res/i.xml', data: buildBinaryXml(layers) },
        { name: 'res/front.png', data: await png(432) },
      ],
    });
    expect(await widthOf(info.icon)).toBe(432);
  });

  test('none, a missing file and an enormous image are no icon', async () => {
    const huge = await png(8);
    huge.writeUInt32BE(60_000, 16);
    const { resource, file } = await raster('res/i.png', 160, Promise.resolve(huge));
    expect((await read({})).icon).toBeNull();
    expect((await read({ application: { icon }, resources: [resource] })).icon).toBeNull();
    expect((await read({ application: { icon }, resources: [resource], files: [file] })).icon).toBeNull();
  });
});

describe('form factor', () => {
  test.each<[number, Xml]>([
    [3, ['supports-screens', { largeScreens: true }]],
    [1, ['supports-screens', { largeScreens: false, xlargeScreens: false }]],
    [2, ['supports-screens', { smallScreens: false, normalScreens: false }]],
    [2, ['supports-screens', { requiresSmallestWidthDp: 600 }]],
    [0, ['uses-feature', { name: 'android.software.leanback' }]],
    [3, ['uses-feature', { name: 'android.software.leanback', required: false }]],
  ])('%i: %j', async (formFactor, element) => {
    expect((await read({ elements: [element] })).formFactor).toBe(formFactor);
  });
});

describe('the scheme that opens the app', () => {
  test('is the first of its own that a browser may follow', async () => {
    expect((await read({ activities: [activity('https'), activity('depot')] })).urlScheme).toBe('depot');
  });

  test.each([
    ['https', undefined],
    ['depot', 'android.intent.category.DEFAULT'],
    ['javascript:alert(1)//', undefined],
  ])('%s in %s is none', async (scheme, category) => {
    expect((await read({ activities: [activity(scheme, category)] })).urlScheme).toBeNull();
  });
});

describe('warnings', () => {
  const modern: Xml = ['uses-sdk', { minSdkVersion: 24, targetSdkVersion: 35 }];

  test('a package without a signature', async () => {
    expect(await warningsOf({ elements: [modern] })).toEqual(['not_signed']);
  });

  test('libraries only for 32-bit processors', async () => {
    expect(await warningsOf({ files: [library('armeabi-v7a')] })).toContain('arch_32_bits');
    const both = [library('armeabi-v7a'), library('arm64-v8a')];
    expect(await warningsOf({ files: both })).not.toContain('arch_32_bits');
    expect((await read({ files: both })).binaryMetadata['native_abis']).toEqual(['arm64-v8a', 'armeabi-v7a']);
  });

  test('builds for debugging and for tests', async () => {
    const application = { debuggable: true, testOnly: true };
    expect(await warningsOf({ application, elements: [modern] })).toEqual([
      'not_signed',
      'debug_build',
      'test_only',
    ]);
  });

  test('a drawing of an icon that cannot be read', async () => {
    const warnings = await warningsOf({
      application: { icon: { reference: 0x7f020000 } },
      resources: [{ id: 0x7f020000, value: 'res/i.xml', density: 0xfffe }],
      files: [{ name: 'res/i.xml', data: Buffer.from('<adaptive-icon/>') }],
    });
    expect(warnings).toContain('icon_unreadable');
  });
});

describe('refusals', () => {
  test.each(['depot', 'org..depot', 'org.example.de pot', '1org.example', 'org.example/../x', ''])(
    'the package name %j',
    async (name) => {
      expect(await refusal({ manifest: { package: name } })).toMatchObject({ code: 'invalid_identifier' });
    },
  );

  test('a part of a split app', async () => {
    expect(await refusal({ manifest: { split: 'config.xxhdpi' } })).toMatchObject({
      code: 'split_not_supported',
    });
  });

  test('elements within elements, deeper than any manifest', () => {
    let deep: Xml = ['leaf'];
    for (let i = 0; i < 150; i++) deep = ['nest', {}, deep];
    expect(() => readBinaryXml(buildBinaryXml(deep))).toThrow(
      expect.objectContaining({ code: 'malformed_manifest' }),
    );
  });

  test('a manifest as text', async () => {
    const text = { name: 'AndroidManifest.xml', data: Buffer.from('<manifest package="a.b"/>') };
    expect(await refusal({ files: [text] })).toMatchObject({ code: 'duplicate_entry' });
    expect(() => readBinaryXml(text.data)).toThrow(expect.objectContaining({ code: 'malformed_manifest' }));
  });
});
