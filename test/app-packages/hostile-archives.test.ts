import { open } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { defaultLimits } from '../../mock-server/app-packages/limits.ts';
import { PackageError } from '../../mock-server/app-packages/package-error.ts';
import { readPackage } from '../../mock-server/app-packages/read-package.ts';
import { withZip } from '../../mock-server/app-packages/zip/open-zip.ts';
import { writeZip } from '../../mock-server/app-packages/zip/write-zip.ts';
import type { ZipEntry } from '../../mock-server/app-packages/zip/zip-entry.ts';
import { endRecord } from '../../mock-server/app-packages/zip/zip-records.ts';
import { type HostileFile, hostileZip, withHole } from '../fixtures/hostile-zip.ts';
import { testIpa } from '../fixtures/ipa.ts';
import { androidPackages } from '../fixtures/real-packages.ts';
import { temporaryFiles } from '../fixtures/temporary-files.ts';

const MiB = 1024 * 1024;
const files = temporaryFiles();

async function codeOf(bytes: Buffer, limits = defaultLimits): Promise<string> {
  const path = await files.write(bytes);
  const error: unknown = await readPackage(path, { limits }).catch((reason: unknown) => reason);
  return error instanceof PackageError ? error.code : String(error);
}
const codeOfFiles = async (...hostile: HostileFile[]) => await codeOf(hostileZip(hostile));
const manifest = { name: 'AndroidManifest.xml', data: Buffer.alloc(8) };

describe('bombs are refused from the directory, before anything is inflated', () => {
  test('one file that unpacks to a thousand times its size', async () => {
    expect(await codeOfFiles(manifest, { name: 'assets/zeros', data: Buffer.alloc(64 * MiB) })).toBe(
      'zip_bomb',
    );
  });

  test('a size beyond what any package unpacks to', async () => {
    const claims = { uncompressedSize: 0xfffffffe, compressedSize: 0xfffffffe, compressionMethod: 0 };
    expect(await codeOfFiles({ name: 'assets/huge', claims }, manifest)).toBe('overlapping_entries');
    const limits = { ...defaultLimits, unpackedBytes: 10 * MiB };
    const halves = ['a', 'b'].map((name) => ({ name, data: Buffer.alloc(6 * MiB) }));
    expect(await codeOf(hostileZip(halves), limits)).toBe('zip_bomb');
  });

  test('many small files that share the bytes of one', async () => {
    const data = Buffer.alloc(100_000, 'kernel');
    const shared = Array.from({ length: 100 }, (_, i) => ({
      name: `file-${i}`,
      claims: { offset: 0 },
      data,
    }));
    expect(await codeOfFiles(...shared)).toBe('overlapping_entries');
  });

  test('a file whose bytes reach into the next one’s header', async () => {
    const first = { name: 'a', data: Buffer.from('first'), claims: { compressedSize: 60 } };
    expect(await codeOfFiles(first, { name: 'b', data: Buffer.from('second') })).toBe('overlapping_entries');
  });

  test('more files than any package has', async () => {
    const limits = { ...defaultLimits, entries: 1000 };
    const many = Array.from({ length: 1001 }, (_, i) => ({ name: `f${i}`, data: Buffer.alloc(0) }));
    expect(await codeOf(writeZip(many), limits)).toBe('too_many_entries');
    expect(await codeOf(Buffer.concat([Buffer.from('PK\x03\x04'), endRecord(0xffff, 0, 0)]), limits)).toBe(
      'too_many_entries',
    );
  });

  test('an archive within an archive is not opened', async () => {
    const inner = hostileZip([{ name: 'zeros', data: Buffer.alloc(64 * MiB) }]);
    expect(await codeOf(writeZip([{ name: 'inner.zip', data: inner }]))).toBe('no_manifest');
  });
});

test('a size in the directory that lies is cut off where it was claimed to end', async () => {
  const claims = { uncompressedSize: 1000 };
  expect(await codeOfFiles({ name: manifest.name, data: Buffer.alloc(8 * MiB), claims })).toBe('zip_bomb');
});

describe('a file whose own header differs from the directory', () => {
  const name = manifest.name;
  const another = 'AndroidManifest.xmk';
  test.each<[string, Partial<ZipEntry>]>([
    ['in its name', { name: another }],
    ['in the length of its name', { name: `${name}.old`, nameBytes: name.length + 4 }],
    ['in its packed size', { compressedSize: 1 }],
    ['in its unpacked size', { uncompressedSize: 1_000 }],
    ['in its checksum', { crc32: 1 }],
    ['in that it is encrypted', { flags: 0x801 }],
  ])('is refused: %s', async (_, own) => {
    expect(await codeOfFiles({ ...manifest, own })).toBe('malformed_zip');
  });

  test('only by a descriptor that lies behind its bytes is read as the directory says', async () => {
    const lies = Buffer.alloc(16, 0xff);
    lies.writeUInt32LE(0x08074b50, 0);
    const own = { flags: 0x808, crc32: 0, compressedSize: 0, uncompressedSize: 0 };
    const data = Buffer.from('what the directory says');
    const path = await files.write(
      hostileZip([
        { name, data, own, behind: lies },
        { name: 'next', data },
      ]),
    );
    await withZip(path, async (zip) => {
      for (const each of [name, 'next']) expect(await zip.read(each, 1_000)).toEqual(data);
    });
  });
});

test('a directory with more records than it counts is refused', async () => {
  const hidden = hostileZip([manifest, { name: 'classes.dex', data: Buffer.from('unseen') }]);
  const end = hidden.lastIndexOf('PK\x05\x06');
  for (const at of [8, 10]) hidden.writeUInt16LE(1, end + at);
  expect(await codeOf(hidden)).toBe('malformed_zip');
});

test('a document larger than its kind ever is', async () => {
  const data = Buffer.from(Array.from({ length: 5 * MiB }, (_, i) => (i * i) >> 7));
  expect(await codeOfFiles({ name: manifest.name, data })).toBe('entry_too_large');
});

test('a damaged document is told by its checksum', async () => {
  expect(await codeOfFiles({ ...manifest, claims: { crc32: 1 } })).toBe('malformed_zip');
  expect(await codeOfFiles({ ...manifest, claims: { uncompressedSize: 9 } })).toBe('malformed_zip');
});

test.each([
  '/etc/passwd',
  '../outside',
  'res/../../outside',
  'C:/windows',
  'res\\..\\outside',
  'nul\0byte',
  '',
  'res\\..',
  '\\\\host\\share',
])('the name %j is refused', async (name) => {
  expect(await codeOfFiles({ name }, manifest)).toBe('unsafe_path');
});

test.each([
  ['duplicate_entry', [manifest, manifest]],
  ['symbolic_link', [manifest, { name: 'link', claims: { unixMode: 0o120777 } }]],
  ['encrypted_entry', [manifest, { name: 'secret', claims: { flags: 0x801 } }]],
  ['unsupported_compression', [manifest, { name: 'odd', claims: { compressionMethod: 99 } }]],
])('%s', async (code, hostile) => {
  expect(await codeOfFiles(...hostile)).toBe(code);
});

describe('files that are something else', () => {
  test.each([
    ['nothing at all', Buffer.alloc(0)],
    ['text', Buffer.from('#!/bin/sh\necho hello')],
    ['an image', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
  ])('%s', async (_name, bytes) => {
    expect(await codeOf(bytes)).toBe('not_a_zip');
  });

  test.each([
    ['aab_not_supported', ['BundleConfig.pb', 'base/manifest/AndroidManifest.xml']],
    ['split_not_supported', ['manifest.json', 'base.apk', 'config.arm64_v8a.apk']],
    ['no_manifest', ['word/document.xml']],
  ])('%s', async (code, names) => {
    expect(await codeOf(writeZip(names.map((name) => ({ name, data: Buffer.from('x') }))))).toBe(code);
  });

  test('a file larger than the limit', async () => {
    expect(await codeOf(testIpa(), { ...defaultLimits, fileBytes: 1000 })).toBe('too_large');
  });
});

test('every refusal has a sentence for the person', async () => {
  const path = await files.write(Buffer.from('text'));
  await expect(readPackage(path)).rejects.toThrow(/Choose the package file that your build produced\.$/);
});

test('a file that is not there is the machine’s failure, not the package’s', async () => {
  await expect(readPackage('/nonexistent/package.apk')).rejects.toMatchObject({ code: 'ENOENT' });
});

test('a package of 1 GiB is read in a few megabytes of memory', async () => {
  const GiB = 1024 * MiB;
  const { head, tail } = withHole(testIpa(), 'Payload/Demo.app/film.mov', GiB);
  const path = await files.write(head);
  const file = await open(path, 'r+');
  await file.write(tail, 0, tail.length, head.length + GiB);
  await file.close();
  const before = process.resourceUsage().maxRSS;
  expect((await readPackage(path)).size).toBeGreaterThan(GiB);
  expect((process.resourceUsage().maxRSS - before) / 1024).toBeLessThan(64);
});

test('reading stops where the caller stops', async () => {
  const start = await withZip(
    androidPackages.automationServer,
    async (zip) => await zip.readSlice('classes.dex', 0, 8),
  );
  expect(start.toString('latin1')).toMatch(/^dex\n\d{3}\0$/);
});
