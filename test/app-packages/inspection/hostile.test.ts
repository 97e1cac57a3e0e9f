import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readElf } from '../../../mock-server/app-packages/android/inspection/elf.ts';
import { inspectDex } from '../../../mock-server/app-packages/android/inspection/inspect-dex.ts';
import { Budget } from '../../../mock-server/app-packages/budget.ts';
import { Findings } from '../../../mock-server/app-packages/inspection/findings.ts';
import { inspectPackage } from '../../../mock-server/app-packages/inspection/inspect-package.ts';
import { readMachImage } from '../../../mock-server/app-packages/ios/inspection/mach-image.ts';
import { PackageError } from '../../../mock-server/app-packages/package-error.ts';
import { testApk } from '../../fixtures/apk.ts';
import { inspected } from '../../fixtures/inspected/files.ts';
import { testIpa } from '../../fixtures/ipa.ts';
import { mutated, numbers } from '../../fixtures/mutate.ts';
import { applePackages } from '../../fixtures/real-packages.ts';
import { temporaryFiles } from '../../fixtures/temporary-files.ts';

/** How many changed files of each kind are read; `INSPECTION_MUTATIONS` for more. */
const mutations = Number(process.env.INSPECTION_MUTATIONS ?? 300);
const files = temporaryFiles();

const readers = {
  dex: (bytes: Buffer) => inspectDex(new Findings(), bytes, 'classes.dex', new Budget(bytes.length)),
  elf: (bytes: Buffer) => void readElf(bytes, new Budget(bytes.length)),
  machO: (bytes: Buffer) => {
    const image = readMachImage(bytes, new Budget(bytes.length));
    for (const texts of [image.texts(), image.classNames()]) for (const { text } of texts) void text.length;
  },
};
const framework = readFileSync(applePackages.deviceLibrary);

/** The result of reading: nothing, or the code of the refusal. */
function outcome(read: (bytes: Buffer) => void, bytes: Buffer): string {
  try {
    read(bytes);
    return 'read';
  } catch (error) {
    if (error instanceof PackageError) return error.code;
    throw error;
  }
}

test.each([
  ['DEX', readers.dex, inspected.dex],
  ['ELF', readers.elf, inspected.safeLibrary],
  ['a Mach-O program', readers.machO, inspected.program],
  ['a Mach-O framework', readers.machO, framework],
] as const)(
  '%s, changed at places that a seed tells, is read or refused with a sentence',
  (_kind, read, bytes) => {
    const random = numbers(bytes.length);
    for (let i = 0; i < mutations; i++) {
      // Half of the changes are in the first 512 bytes, where the tables are described.
      const part = random() < 0.5 ? bytes.length : 512;
      const changed = Buffer.concat([mutated(bytes.subarray(0, part), random), bytes.subarray(part)]);
      expect(['read', 'malformed_code', 'too_complex']).toContain(outcome(read, changed));
    }
  },
);

describe('DEX files that are made to cost', () => {
  /** The sample with another number at a place of its header or tables. */
  const changed = (...changes: [at: number, value: number][]) => {
    const bytes = Buffer.from(inspected.dex);
    for (const [at, value] of changes) bytes.writeUInt32LE(value >>> 0, at);
    return bytes;
  };

  test.each([
    ['strings', 56],
    ['types', 64],
    ['methods', 88],
    ['classes', 96],
  ])('a table of %s that is longer than the file', (_name, at) => {
    expect(outcome(readers.dex, changed([at, 0xffffffff]))).toBe('malformed_code');
  });

  test('a class that is defined 60,000 times', () => {
    const classesAt = inspected.dex.readUInt32LE(100);
    const vault = inspected.dex.subarray(classesAt + 64, classesAt + 96);
    const many = Buffer.concat([inspected.dex, ...Array.from({ length: 60_000 }, () => vault)]);
    many.writeUInt32LE(60_000, 96);
    many.writeUInt32LE(inspected.dex.length, 100);
    expect(outcome(readers.dex, many)).toBe('too_complex');
  });

  test('a code item whose instructions reach beyond the file', () => {
    const found = [...Array(inspected.dex.length - 4).keys()].filter((at) => at % 4 === 0);
    const outcomes = new Set(found.map((at) => outcome(readers.dex, changed([at, 0x7fffffff]))));
    expect([...outcomes].toSorted()).toEqual(['malformed_code', 'read', 'too_complex']);
  });
});

test('a package is refused by the file in it that is at fault', async () => {
  const apk = testApk({ files: [{ name: 'classes.dex', data: Buffer.from('dex\n035\0 and nothing more') }] });
  await expect(inspectPackage(await files.write(apk))).rejects.toMatchObject({
    code: 'malformed_code',
    entry: 'classes.dex',
  });
  const library = testApk({ files: [{ name: 'lib/x86/liba.so', data: Buffer.from('no library') }] });
  await expect(inspectPackage(await files.write(library))).rejects.toMatchObject({
    entry: 'lib/x86/liba.so',
  });
  const ipa = testIpa({ executable: inspected.program.subarray(0, 3000) });
  await expect(inspectPackage(await files.write(ipa))).rejects.toMatchObject({ code: 'malformed_code' });
});
