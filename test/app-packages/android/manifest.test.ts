import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { readBinaryXml } from '../../../mock-server/app-packages/android/resources/axml.ts';
import { ResourceTable } from '../../../mock-server/app-packages/android/resources/resource-table.ts';
import { chunk } from '../../../mock-server/app-packages/android/resources/write-chunks.ts';
import { readPackage } from '../../../mock-server/app-packages/read-package.ts';
import { type ApkOptions, testApk } from '../../fixtures/apk.ts';
import { buildBinaryXml, type Xml } from '../../fixtures/binary-xml.ts';
import { buildResourceTable, type TableForm } from '../../fixtures/resource-table.ts';
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
  expect(root.plain.get('package')?.value).toEqual({ kind: 'text', text: long });
  expect(root.children[0]?.attributes.get('label')).toEqual({ kind: 'text', text: 'Größe' });
});

describe('as devices read it', () => {
  test('the outermost chunk may have any type', () => {
    const bytes = buildBinaryXml(['manifest', { package: 'org.example.depot' }]);
    bytes.writeUInt16LE(0, 0);
    expect(readBinaryXml(bytes).name).toBe('manifest');
  });

  test('a chunk of another kind may be before the resource table and in it', () => {
    const label = { id: 0x7f010002, value: 'Depot' };
    const unknown = chunk(0x7777, Buffer.alloc(0), Buffer.alloc(8));
    const table = buildResourceTable([label]);
    const inside = chunk(0x0002, table.subarray(8, 12), Buffer.concat([unknown, table.subarray(12)]));
    for (const bytes of [Buffer.concat([unknown, table]), inside]) {
      expect(new ResourceTable(bytes).values(label.id).map(({ value }) => value)).toEqual([
        { kind: 'text', text: 'Depot' },
      ]);
    }
  });

  test('the last string pool before the first element counts, and none after it', () => {
    const bytes = buildBinaryXml(['manifest', { package: 'org.example.depot' }]);
    const [poolBytes, mapBytes] = [bytes.readUInt32LE(12), 8];
    const [pool, rest] = [bytes.subarray(8, 8 + poolBytes), bytes.subarray(8 + poolBytes)];
    expect(rest.readUInt32LE(4)).toBe(mapBytes);
    const other = Buffer.from(
      pool.toString('latin1').replace('d\0e\0p\0o\0t\0', 'o\0t\0h\0e\0r\0'),
      'latin1',
    );
    const nameOf = (...parts: Buffer[]) =>
      readBinaryXml(chunk(0x0003, Buffer.alloc(0), Buffer.concat(parts))).plain.get('package')?.value;
    expect(nameOf(pool, other, rest)).toEqual({ kind: 'text', text: 'org.example.other' });
    expect(nameOf(pool, rest, other)).toEqual({ kind: 'text', text: 'org.example.depot' });
  });

  test('the last element that names the versions of Android counts', async () => {
    const elements: Xml[] = [
      ['uses-sdk', { minSdkVersion: 21, targetSdkVersion: 35 }],
      ['uses-sdk', { minSdkVersion: 24 }],
    ];
    expect((await read({ elements })).binaryMetadata).toMatchObject({ min_sdk: 24, target_sdk: 24 });
  });

  test.each([{ flags: 1 }, '1', 'TRUE', { reference: 0x7f050000 }])(
    'debuggable is %j',
    async (debuggable) => {
      const resources = [{ id: 0x7f050000, value: true }];
      expect(await warningsOf({ application: { debuggable }, resources })).toContain('debug_build');
    },
  );

  test('every element that asks for a permission counts', async () => {
    const elements: Xml[] = ['uses-permission', 'uses-permission-sdk-23', 'uses-permission-sdk-m'].map(
      (element, at): Xml => [element, { name: `org.example.${at}` }],
    );
    const target: Xml = ['uses-sdk', { minSdkVersion: 24 }];
    expect((await read({ elements: [...elements, target] })).binaryMetadata['permissions']).toEqual([
      'org.example.0',
      'org.example.1',
      'org.example.2',
    ]);
  });

  test('a long text does not refuse the package', async () => {
    const activities: Xml[] = [['meta-data', { name: 'key', value: 'x'.repeat(40_000) }]];
    expect((await read({ activities })).bundleId).toBe('org.example.depot');
  });
});

test('permissions that the system adds because of an old target are listed', async () => {
  const permissionsOf = async (targetSdkVersion: number, ...names: string[]) => {
    const elements: Xml[] = [
      ['uses-sdk', { targetSdkVersion }],
      ...names.map((name): Xml => ['uses-permission', { name: `android.permission.${name}` }]),
    ];
    const permissions = (await read({ elements })).binaryMetadata['permissions'] as string[];
    return permissions.map((name) => name.replace('android.permission.', ''));
  };
  expect(await permissionsOf(3)).toEqual([
    'READ_EXTERNAL_STORAGE',
    'READ_PHONE_STATE',
    'WRITE_EXTERNAL_STORAGE',
  ]);
  expect(await permissionsOf(15, 'READ_CONTACTS')).toEqual(['READ_CALL_LOG', 'READ_CONTACTS']);
  expect(await permissionsOf(16, 'READ_CONTACTS')).toEqual(['READ_CONTACTS']);
  expect(await permissionsOf(34, 'WRITE_EXTERNAL_STORAGE')).toEqual([
    'READ_EXTERNAL_STORAGE',
    'WRITE_EXTERNAL_STORAGE',
  ]);
});

test('so many permissions that nobody could read them refuse the package', async () => {
  const elements = Array.from(
    { length: 1001 },
    (_, at): Xml => ['uses-permission', { name: `org.example.p${at}` }],
  );
  expect(await refusal({ elements })).toMatchObject({ code: 'too_complex' });
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
    [0, ['uses-feature', { name: 'android.hardware.type.watch', required: true }]],
    [0, ['uses-feature', { name: 'android.hardware.type.automotive' }]],
    [3, ['uses-feature', { name: 'android.software.leanback', required: false }]],
    [3, ['uses-feature', { name: 'android.hardware.camera' }]],
  ])('%i: %j', async (formFactor, element) => {
    expect((await read({ elements: [element] })).formFactor).toBe(formFactor);
  });

  test.each<[number, Xml]>([
    [0, ['uses-library', { name: 'com.google.android.wearable' }]],
    [0, ['uses-library', { name: 'android.car', required: true }]],
    [3, ['uses-library', { name: 'com.google.android.wearable', required: false }]],
    [3, ['uses-library', { name: 'org.apache.http.legacy' }]],
  ])('%i, for a library: %j', async (formFactor, element) => {
    expect((await read({ activities: [element] })).formFactor).toBe(formFactor);
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
