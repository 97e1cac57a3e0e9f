import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { ApkSignature } from '../../../../mock-server/app-packages/android/signature/signature-info.ts';
import {
  blockIds,
  findSections,
} from '../../../../mock-server/app-packages/android/signature/signing-block.ts';
import { verifyApk } from '../../../../mock-server/app-packages/android/signature/verify-apk.ts';
import { readPackage } from '../../../../mock-server/app-packages/read-package.ts';
import { withZip } from '../../../../mock-server/app-packages/zip/open-zip.ts';
import { testApk } from '../../../fixtures/apk.ts';
import { androidPackages } from '../../../fixtures/real-packages.ts';
import { temporaryFiles } from '../../../fixtures/temporary-files.ts';

const files = temporaryFiles();

const needs = { minSdk: 24, targetSdk: 33, sandboxVersion: 1 };
type Needs = Partial<typeof needs>;

async function verify(bytes: Buffer, changed: Needs = {}): Promise<ApkSignature> {
  const path = await files.write(bytes);
  return await withZip(path, async (zip) => await verifyApk(zip, { ...needs, ...changed }));
}

const problemsOf = ({ problems }: ApkSignature) => problems.map(({ scheme, code }) => [scheme, code]);

/** Where the values of a package's signing block lie in its file, by id, and where its directory begins. */
async function layout(apk: Buffer): Promise<{ directory: number; at: (id: number) => number }> {
  const path = await files.write(apk);
  const sections = await withZip(path, findSections);
  if (sections === null) throw new Error('The package has no end record.');
  return {
    directory: sections.directory,
    at: (id) => {
      const value = sections.pairs.get(id);
      if (value === undefined) throw new Error('The package has no such value.');
      return apk.indexOf(value.bytes, sections.entriesEnd);
    },
  };
}

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
  return copy;
}

/** The package with the id of a value in its signing block changed, as somebody would who takes a scheme away. */
async function without(apk: Buffer, id: number): Promise<Buffer> {
  const { at } = await layout(apk);
  return flipped(apk, at(id) - 4);
}

const demos = await readFile(androidPackages.apiDemos);
const server = await readFile(androidPackages.automationServerTest);
const contacts = await readFile(androidPackages.contactManager);

test('the signatures of real packages hold, under the schemes that their devices look at', async () => {
  expect(await verify(demos, { minSdk: 17 })).toMatchObject({ verified: true, schemes: ['v1', 'v2'] });
  expect(await verify(demos)).toMatchObject({ verified: true, schemes: ['v2'] });
  expect(await verify(server)).toMatchObject({ verified: true, schemes: ['v2', 'v3'] });
  expect(await verify(server, { minSdk: 28 })).toMatchObject({ verified: true, schemes: ['v3'] });
  expect(await verify(contacts, { minSdk: 5, targetSdk: 5 })).toMatchObject({
    verified: true,
    schemes: ['v1'],
  });
});

test('the signer is told with name and validity', async () => {
  const { signers, lineage } = await verify(contacts, { minSdk: 5, targetSdk: 5 });
  expect(signers).toEqual([
    {
      sha256: 'a40da80a59d170caa950cf15c18c454d47a39b26989d8b640ecd745ba71bf5dc',
      subject:
        'C=US, ST=California, L=Mountain View, O=Android, OU=Android, CN=Android, emailAddress=android@android.com',
      validFrom: '2008-02-29T01:33:46.000Z',
      validTo: '2035-07-17T01:33:46.000Z',
    },
  ]);
  expect(lineage).toEqual([]);
});

test('a package without a signature has no signature, and no problem either', async () => {
  expect(await verify(testApk())).toEqual({
    verified: false,
    schemes: [],
    signers: [],
    lineage: [],
    problems: [],
  });
});

describe('a package that was changed after it was signed is told', () => {
  test('in its entries', async () => {
    const first = 200;
    expect(problemsOf(await verify(flipped(demos, first)))).toEqual([['v2', 'content_changed']]);
    expect(problemsOf(await verify(flipped(server, first)))).toEqual([
      ['v2', 'content_changed'],
      ['v3', 'content_changed'],
    ]);
  });

  test('in its directory', async () => {
    const { directory } = await layout(server);
    const [madeBy, time] = [4, 12];
    expect((await verify(flipped(server, directory + madeBy))).verified).toBe(false);
    expect(problemsOf(await verify(flipped(server, directory + time)))).toContainEqual([
      'v3',
      'content_changed',
    ]);
  });

  test('in a file that a JAR signature covers, and by a file that it does not', async () => {
    const manifest = await files.write(contacts);
    const known = await withZip(manifest, async (zip) => zip.entries.get('resources.arsc'));
    if (known === undefined) throw new Error('The package has no resources.');
    const name = Buffer.from('resources.arsc');
    const renamed = Buffer.from(contacts);
    for (let at = renamed.indexOf(name); at >= 0; at = renamed.indexOf(name, at + 1)) renamed[at] = 0x52;
    const signature = await verify(renamed, { minSdk: 5, targetSdk: 5 });
    expect(signature.verified).toBe(false);
    expect(signature.problems[0]).toMatchObject({ scheme: 'v1', entry: 'resources.arsc' });
  });
});

describe('a scheme that was taken away is told', () => {
  test('v3, by what v2 says of it', async () => {
    const stripped = await without(server, blockIds.v3);
    expect(problemsOf(await verify(stripped))).toEqual([['v2', 'scheme_removed']]);
  });

  test('v2, by what the JAR signature says of it', async () => {
    const stripped = await without(demos, blockIds.v2);
    expect(problemsOf(await verify(stripped, { minSdk: 17 }))).toEqual([['v1', 'scheme_removed']]);
  });

  test('all of them: nothing is left', async () => {
    const stripped = await without(await readFile(androidPackages.settings), blockIds.v2);
    expect(await verify(stripped)).toMatchObject({ verified: false, schemes: [], problems: [] });
  });
});

describe('a signing block that was tampered with is told', () => {
  test('in what is signed', async () => {
    const { at } = await layout(demos);
    const digest = at(blockIds.v2) + 32;
    expect(problemsOf(await verify(flipped(demos, digest)))).toEqual([['v2', 'signature_mismatch']]);
  });

  test('in its lengths', async () => {
    const { at } = await layout(demos);
    expect(problemsOf(await verify(flipped(demos, at(blockIds.v2) + 3)))).toEqual([['v2', 'malformed']]);
  });

  test('wherever one of its bytes is changed', async () => {
    const { at } = await layout(demos);
    const start = at(blockIds.v2);
    const holding: number[] = [];
    for (let offset = 0; offset < 1400; offset += 41) {
      if ((await verify(flipped(demos, start + offset))).verified) holding.push(offset);
    }
    expect(holding).toEqual([]);
  });
});

describe('a signing block that lies about where it is', () => {
  test('is none, as for devices: what its absence means is told', async () => {
    const { directory } = await layout(demos);
    const size = Number(demos.readBigUInt64LE(directory - 24));
    for (const field of [directory - 24, directory - 8 - size]) {
      for (const lie of [0n, 23n, BigInt(size + 8), BigInt(demos.length), 0xffff_ffff_ffff_ffffn]) {
        const bytes = Buffer.from(demos);
        bytes.writeBigUInt64LE(lie, field);
        expect(problemsOf(await verify(bytes, { minSdk: 17 }))).toEqual([['v1', 'scheme_removed']]);
        expect((await verify(bytes)).verified).toBe(false);
      }
    }
  });

  test('is refused when a file of the archive lies in it', async () => {
    const { directory } = await layout(demos);
    const path = await files.write(demos);
    const inBlock = await withZip(path, async (zip) => {
      const sections = await findSections(zip);
      const [smallest] = [...zip.entries.values()].toSorted((a, b) => a.compressedSize - b.compressedSize);
      return { start: sections?.entriesEnd ?? 0, name: smallest?.name ?? '' };
    });
    const bytes = Buffer.from(demos);
    bytes.writeUInt32LE(inBlock.start + 8, bytes.indexOf(inBlock.name, directory) - 4);
    await expect(verify(bytes)).rejects.toMatchObject({ code: 'overlapping_entries' });
  });
});

describe('what devices need is asked for', () => {
  test('v1 before Android 7', async () => {
    const signature = await verify(await readFile(androidPackages.settings), { minSdk: 21 });
    expect(signature.verified).toBe(false);
    expect(problemsOf(signature)).toEqual([['v1', 'v1_missing']]);
  });

  test.each([{ targetSdk: 30 }, { sandboxVersion: 2 }])('v2 or newer for %o', async (request) => {
    const signature = await verify(contacts, { minSdk: 5, targetSdk: 5, ...request });
    expect(problemsOf(signature)).toEqual([[null, 'v2_missing']]);
  });
});

test('the uploader is told what is wrong, and that devices refuse the package', async () => {
  const { signing, warnings } = await readPackage(await files.write(flipped(demos, 200)));
  expect(signing.signed).toBe(false);
  expect(warnings).toContainEqual({
    error: 'signature_broken',
    message:
      'The package was changed after it was signed. Devices refuse the package until it is signed again.',
  });
});

describe('a signature that is made to cost memory ends in a sentence', () => {
  const withSignature = (files: Record<string, Buffer>) =>
    testApk({ files: Object.entries(files).map(([name, data]) => ({ name: `META-INF/${name}`, data })) });
  const manifest = Buffer.from('Manifest-Version: 1.0\r\n\r\n');
  const signatureFile = Buffer.from('Signature-Version: 1.0\r\n\r\n');
  const message = (rest: string) => Buffer.from(rest.repeat(1_000_000));

  test.each([
    [
      'a manifest of a million lines that go on',
      { 'MANIFEST.MF': message('a\n \n'), 'A.SF': signatureFile, 'A.RSA': manifest },
    ],
    [
      'a manifest of a million sections',
      { 'MANIFEST.MF': message('a\n\n'), 'A.SF': signatureFile, 'A.RSA': manifest },
    ],
  ])('%s', async (_name, signature) => {
    expect((await verify(withSignature(signature))).problems).toMatchObject([
      { scheme: 'v1', code: 'malformed' },
    ]);
  });

  test('a signature block of megabytes', async () => {
    const block = Buffer.alloc(4 * 1024 * 1024, Buffer.from([5, 0]));
    const apk = withSignature({ 'MANIFEST.MF': manifest, 'A.SF': signatureFile, 'A.RSA': block });
    await expect(verify(apk)).rejects.toMatchObject({ code: 'entry_too_large', entry: 'META-INF/A.RSA' });
  });
});
