import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { codeDirectory } from '../../../../mock-server/app-packages/ios/signature/code-directory.ts';
import {
  codeResources,
  type SealedFile,
} from '../../../../mock-server/app-packages/ios/signature/code-resources.ts';
import {
  readDirectories,
  readParts,
} from '../../../../mock-server/app-packages/ios/signature/verify/directory.ts';
import { verifyCode } from '../../../../mock-server/app-packages/ios/signature/verify/verify-code.ts';
import { SealCheck } from '../../../../mock-server/app-packages/ios/signature/verify/verify-seal.ts';
import { withZip } from '../../../../mock-server/app-packages/zip/open-zip.ts';
import { writeZip } from '../../../../mock-server/app-packages/zip/write-zip.ts';
import { applePackages } from '../../../fixtures/real-packages.ts';
import { temporaryFiles } from '../../../fixtures/temporary-files.ts';

/** A framework that Apple's own `codesign` signed: what it wrote is what ours must write, and find true. */
const temporary = temporaryFiles();
const framework = dirname(applePackages.simulatorLibrary);
const folder = 'TNSCore.framework/';
const executable = 'TNSCore';
const sealPath = '_CodeSignature/CodeResources';
const files = new Map<string, Buffer>();

beforeAll(async () => {
  for (const entry of await readdir(framework, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) files.set(path.slice(framework.length + 1), await readFile(path));
  }
});

const fileOf = (path: string): Buffer => files.get(path) ?? Buffer.alloc(0);
const digest = (algorithm: string, bytes: Buffer) => createHash(algorithm).update(bytes).digest();

test('the seal that is written for its files is the seal that Apple’s tool wrote, byte for byte', () => {
  const sealed = new Map<string, SealedFile>();
  for (const [path, bytes] of files) {
    if (path !== executable) {
      sealed.set(path, { sha1: digest('sha1', bytes), sha256: digest('sha256', bytes) });
    }
  }
  expect(sealed.size).toBe(50);
  expect(codeResources(sealed).toString()).toBe(fileOf(sealPath).toString());
});

/** Where Apple's tool put the slices and their signatures. */
const slices = [
  { offset: 16_384, signature: 358_896, bytes: 23_040, text: 147_456 },
  { offset: 409_600, signature: 386_880, bytes: 23_408, text: 163_840 },
];

test.each(slices)(
  'the code directory of the slice at $offset, byte for byte',
  ({ offset, signature, bytes, text }) => {
    const slice = fileOf(executable).subarray(offset);
    const parts = readParts(slice.subarray(signature, signature + bytes));
    const [, byApple] = readDirectories(parts);
    const pages = [];
    for (let at = 0; at < signature; at += 4096) {
      pages.push(digest('sha256', slice.subarray(at, Math.min(at + 4096, signature))));
    }
    const ours = codeDirectory({
      identifier: 'Telerik.TelerikUI.TNSCore',
      team: null,
      codeBytes: signature,
      special: new Map([
        [1, digest('sha256', fileOf('Info.plist'))],
        [2, digest('sha256', parts.get(2)?.bytes ?? Buffer.alloc(0))],
        [3, digest('sha256', fileOf(sealPath))],
      ]),
      pages,
      execution: { offset: 0, bytes: text, flags: 0 },
      flags: 2,
    });
    expect(ours.toString('hex')).toBe(byApple?.bytes.toString('hex'));
  },
);

async function verified(changes: Record<string, Buffer>): Promise<string> {
  const sources = [...files].map(([path, data]) => ({ name: folder + path, data: changes[path] ?? data }));
  const path = await temporary.write(writeZip(sources));
  return await withZip(path, async (zip) => {
    const seal = changes[sealPath] ?? fileOf(sealPath);
    await new SealCheck(zip).check(seal, folder, folder + executable, () => []);
    const beside = { infoPlist: changes['Info.plist'] ?? fileOf('Info.plist'), codeResources: seal };
    await verifyCode(zip, folder + executable, beside);
    return 'holds';
  }).catch((error: unknown) =>
    error instanceof Error && 'code' in error ? String(error.code) : String(error),
  );
}

describe('the verifier finds true what Apple’s tool signed', () => {
  test('all of it, but that nobody’s certificate vouches for it', async () => {
    expect(await verified({})).toBe('ad_hoc');
  });

  const changed = (path: string, at: number) => {
    const bytes = Buffer.from(fileOf(path));
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    return { [path]: bytes };
  };

  test('and false what was changed since', async () => {
    expect(await verified(changed('Headers/TKRange.h', 40))).toBe('file_changed');
    expect(await verified(changed('Info.plist', 100))).toBe('claims_changed');
    for (const { offset, signature } of slices) {
      expect(await verified(changed(executable, offset + 5000))).toBe('code_changed');
      expect(await verified(changed(executable, offset + signature - 1))).toBe('code_changed');
    }
  });
});

test('what verifies shares nothing with what signs but numbers and words', async () => {
  const folder = join(import.meta.dirname, '../../../../mock-server/app-packages/ios/signature/verify');
  const shared = new Set<string>();
  for (const name of await readdir(folder)) {
    const source = await readFile(join(folder, name), 'utf8');
    for (const [, imported = ''] of source.matchAll(/from '\.\.\/([\w-]+\.ts)'/g)) shared.add(imported);
  }
  expect([...shared].sort()).toEqual(['blobs.ts', 'problems.ts', 'signature-info.ts']);
});
