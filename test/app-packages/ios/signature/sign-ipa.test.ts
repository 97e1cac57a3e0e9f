import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { build, buildBinary } from 'plist';
import { describe, expect, test } from 'vitest';
import type { SigningKey } from '../../../../mock-server/app-packages/android/signature/signing-key.ts';
import { parsePlist } from '../../../../mock-server/app-packages/formats/plist/plist.ts';
import { plistText, plistToJson } from '../../../../mock-server/app-packages/formats/plist/plist-value.ts';
import { readProvisioningProfile } from '../../../../mock-server/app-packages/ios/profiles/provisioning-profile.ts';
import { signIpa } from '../../../../mock-server/app-packages/ios/signature/sign-ipa.ts';
import type { SigningIdentity } from '../../../../mock-server/app-packages/ios/signature/signing-identity.ts';
import { verifyIpa } from '../../../../mock-server/app-packages/ios/signature/verify/verify-ipa.ts';
import { PackageError } from '../../../../mock-server/app-packages/package-error.ts';
import { readPackage } from '../../../../mock-server/app-packages/read-package.ts';
import { withZip } from '../../../../mock-server/app-packages/zip/open-zip.ts';
import { writeZip, type ZipSource } from '../../../../mock-server/app-packages/zip/write-zip.ts';
import { buildMachO } from '../../../../mock-server/demo/build-mach-o.ts';
import { codeSignature, signedCode } from '../../../fixtures/code-signature.ts';
import { fatExecutable } from '../../../fixtures/fat-executable.ts';
import { testIpa } from '../../../fixtures/ipa.ts';
import { applePackages } from '../../../fixtures/real-packages.ts';
import { profileFile, signingIdentity, testTeam } from '../../../fixtures/signing-identity.ts';
import { dsaKey, ecKey, rsaKey } from '../../../fixtures/signing-keys.ts';
import { temporaryFiles } from '../../../fixtures/temporary-files.ts';

const files = temporaryFiles();
const [rsa, ec] = [rsaKey(), ecKey()];
const app = 'Payload/Demo.app/';
const appId = 'org.example.depot';

const bundle = (path: string, bundleId: string, executable = buildMachO()): ZipSource[] => {
  const name = path.replace(/^.*\//, '').replace(/\.\w+$/, '');
  const plist = { CFBundleIdentifier: bundleId, CFBundleExecutable: name, CFBundleName: name };
  return [
    { name: `${path}/Info.plist`, data: Buffer.from(buildBinary(plist)) },
    { name: `${path}/${name}`, data: executable, unixMode: 0o100755 },
  ];
};
const widget = bundle('PlugIns/Widget.appex', `${appId}.widget`);

async function signed(
  source: Buffer | string,
  identity: SigningIdentity,
  additions: { path: string; content: Uint8Array }[] = [],
) {
  const path = typeof source === 'string' ? source : await files.write(source);
  const target = await files.write(Buffer.alloc(0));
  return { path: target, ...(await signIpa(path, target, identity, additions)) };
}

const verify = (path: string) => withZip(path, (zip) => verifyIpa(zip, app));
const read = (path: string, name: string) =>
  withZip(path, async (zip) => (await zip.read(name, 1e8)) ?? Buffer.alloc(0));
const holds = { verified: true, problems: [] };

async function codeOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.catch((reason: unknown) => reason);
  return error instanceof PackageError ? error.code : String(error);
}

async function entitlementsOf(path: string, name: string) {
  const { parts } = await codeSignature(path, name);
  return plistToJson(parsePlist(parts.get(5)?.bytes.subarray(8) ?? Buffer.alloc(0), 'malformed_signature'));
}

describe('what is signed holds for a verifier that shares nothing with the signer', () => {
  test.each([
    ['RSA 2048', rsa],
    ['RSA 4096', rsaKey(4096)],
    ['EC P-256', ec],
  ] as const)('by an %s key', async (_name, key) => {
    const { path, team, certificateSha256 } = await signed(
      testIpa({ files: widget }),
      signingIdentity(key, appId, `${appId}.widget`),
    );
    expect(await verify(path)).toMatchObject({ ...holds, signer: { sha256: certificateSha256 } });
    expect(team).toBe(testTeam);
    const { signing, warnings } = await readPackage(path);
    expect(signing).toMatchObject({ signed: true, schemes: ['code_signature'], certificateSha256 });
    expect(warnings).toEqual([]);
  });

  test('every kind of executable: universal, arm64e, 32-bit, Apple’s own libraries, one that is signed already', async () => {
    const device = await readFile(applePackages.deviceLibrary);
    const arm64e = Buffer.from(buildMachO());
    arm64e.writeUInt32LE(0x80000002, 8);
    const more: ZipSource[] = [
      ...bundle('Frameworks/Device.framework', 'org.example.device', device),
      ...bundle('Frameworks/Old.framework', 'org.example.old', buildMachO({ processor: 'armv7' })),
      ...bundle('Frameworks/Both.framework', 'org.example.both', fatExecutable([buildMachO(), arm64e])),
      ...bundle(
        'Frameworks/Again.framework',
        'org.example.again',
        buildMachO({ signature: randomBytes(64) }),
      ),
      { name: 'Frameworks/libLoose.dylib', data: device, stored: true },
      ...bundle(
        'Frameworks/Simulator.framework',
        'org.example.simulator',
        await readFile(applePackages.simulatorLibrary),
      ),
    ];
    const { path } = await signed(testIpa({ files: more }), signingIdentity(rsa, appId));
    expect(await verify(path)).toMatchObject(holds);
  });

  test('a signed package that is signed again, by another key', async () => {
    const once = await signed(testIpa({ files: widget }), signingIdentity(ec, 'org.example.*'));
    const twice = await signed(once.path, signingIdentity(rsa, '*'));
    expect(await verify(twice.path)).toMatchObject(holds);
    expect(twice.certificateSha256).not.toBe(once.certificateSha256);
    expect(
      (await read(twice.path, `${app}embedded.mobileprovision`)).equals(
        await read(once.path, `${app}embedded.mobileprovision`),
      ),
    ).toBe(false);
  });

  test('an executable by clang and lld, where they are installed', async () => {
    const [clang, linker] = ['/usr/bin/clang-14', '/usr/bin/ld64.lld-14'];
    if (!existsSync(clang) || !existsSync(linker)) return;
    const source = await files.write(Buffer.from('int main(void) { return 0; }\n'));
    const [object, executable] = [`${source}.o`, `${source}.out`];
    execFileSync(clang, ['-target', 'arm64-apple-ios14.0', '-x', 'c', '-c', source, '-o', object]);
    const options = '-arch arm64 -platform_version ios 14.0 14.0 -e _main -undefined dynamic_lookup';
    execFileSync(linker, [...options.split(' '), object, '-o', executable]);
    const { path } = await signed(
      testIpa({ executable: await readFile(executable) }),
      signingIdentity(rsa, appId),
    );
    expect(await verify(path)).toMatchObject(holds);
  });
});

const openssl = '/usr/bin/openssl';
const keysForOpenssl = existsSync(openssl) ? [rsa, rsaKey(4096), ec] : [];
test.each(
  keysForOpenssl.map((key): [string, SigningKey] => [
    JSON.stringify(key.key.asymmetricKeyDetails, asText),
    key,
  ]),
)('openssl takes the signature over the code directory, by a key of %s', async (_kind, key) => {
  const { path } = await signed(testIpa(), signingIdentity(key, appId));
  const { code, message: cms } = signedCode(await codeSignature(path, `${app}Demo`));
  const [message, content] = [await files.write(cms), await files.write(code)];
  const options = ['-verify', '-noverify', '-binary', '-inform', 'DER', '-in', message, '-content', content];
  const verdict = execFileSync(openssl, ['cms', ...options], { stdio: ['ignore', 'pipe', 'ignore'] });
  expect(verdict.equals(code)).toBe(true);
  const reported = execFileSync(openssl, ['asn1parse', '-inform', 'DER', '-in', message]).toString();
  const hash = createHash('sha256').update(code).digest();
  expect(reported).toContain('1.2.840.113635.100.9.1');
  expect(reported).toContain('1.2.840.113635.100.9.2');
  expect(reported).toContain(hash.toString('hex').toUpperCase());
  expect((await readFile(message)).toString('latin1')).toContain(hash.subarray(0, 20).toString('base64'));
});

function asText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

describe('entitlements are what the app asks for and its profile grants', () => {
  const granted = {
    'aps-environment': 'production',
    'com.apple.developer.associated-domains': '*',
    'com.apple.security.application-groups': ['group.org.example.one', 'group.org.example.two'],
    'keychain-access-groups': [`${testTeam}.*`],
  };
  const withProfile = (key: SigningKey, entitlements: object): SigningIdentity => ({
    ...signingIdentity(key),
    profiles: [readProvisioningProfile(profileFile(key, appId, { entitlements: { ...entitlements } }))],
  });
  const always = {
    'application-identifier': `${testTeam}.${appId}`,
    'com.apple.developer.team-identifier': testTeam,
    'get-task-allow': false,
  };

  test('of a build without a signature: all that the profile names', async () => {
    const { path, droppedEntitlements } = await signed(testIpa(), withProfile(rsa, granted));
    expect(await entitlementsOf(path, `${app}Demo`)).toEqual({
      ...always,
      'aps-environment': 'production',
      'com.apple.security.application-groups': ['group.org.example.one', 'group.org.example.two'],
      'keychain-access-groups': [`${testTeam}.${appId}`],
    });
    expect(droppedEntitlements).toEqual([]);
  });

  test('of a profile whose values have no form in a signature: without those', async () => {
    const odd = { 'beta-reports-active': 1.5, 'aps-environment': new Date('2030-01-01') };
    const { path } = await signed(testIpa(), withProfile(rsa, odd));
    expect(await entitlementsOf(path, `${app}Demo`)).toEqual(always);
    expect(await verify(path)).toMatchObject(holds);
  });

  test('of a signed one: no more than it asked for before, and its team’s prefix changed', async () => {
    const request = Buffer.from(
      build({
        'application-identifier': `OLDTEAM.${appId}`,
        'get-task-allow': true,
        'com.apple.developer.associated-domains': ['applinks:example.org'],
        'com.apple.security.application-groups': ['group.org.example.two', 'group.org.example.three'],
        'keychain-access-groups': [`OLDTEAM.${appId}`, 'OTHER.shared'],
        'com.apple.developer.healthkit': true,
      }),
    );
    const { path, droppedEntitlements } = await signed(
      testIpa({ executable: buildMachO({ signature: oldSignature(request) }) }),
      withProfile(ec, granted),
    );
    expect(await entitlementsOf(path, `${app}Demo`)).toEqual({
      ...always,
      'com.apple.developer.associated-domains': ['applinks:example.org'],
      'com.apple.security.application-groups': ['group.org.example.two'],
      'keychain-access-groups': [`${testTeam}.${appId}`],
    });
    expect(droppedEntitlements).toEqual(['com.apple.developer.healthkit']);
    expect(await verify(path)).toMatchObject(holds);
  });

  /** A superblob that holds only entitlements. */
  function oldSignature(entitlements: Buffer): Buffer {
    const bytes = Buffer.alloc(28 + entitlements.length + (16 - ((28 + entitlements.length) % 16)));
    const numbers = [0xfade0cc0, bytes.length, 1, 5, 20, 0xfade7171, entitlements.length + 8];
    for (const [index, value] of numbers.entries()) bytes.writeUInt32BE(value, index * 4);
    entitlements.copy(bytes, 28);
    return bytes;
  }
});

test('each program gets the most specific profile that is for it', async () => {
  const { path, profiles } = await signed(
    testIpa({ files: widget }),
    signingIdentity(rsa, '*', appId, 'org.example.*'),
  );
  expect(profiles).toEqual([
    { bundleId: appId, profile: `Profile of ${appId}` },
    { bundleId: `${appId}.widget`, profile: 'Profile of org.example.*' },
  ]);
  const embedded = readProvisioningProfile(
    await read(path, `${app}PlugIns/Widget.appex/embedded.mobileprovision`),
  );
  expect(embedded.bundleId).toBe('org.example.*');
});

test('links, modes and what nobody signs are kept; signatures of before are not', async () => {
  const stored: ZipSource[] = [
    { name: 'data/link', data: Buffer.from('../PkgInfo'), unixMode: 0o120755, stored: true },
    { name: 'run.sh', data: Buffer.from('#!/bin/sh'), unixMode: 0o100755 },
    { name: 'Frameworks/Old.framework/_CodeSignature/Left', data: Buffer.from('x') },
    { name: '_CodeSignature/Left', data: Buffer.from('x') },
    ...bundle('Frameworks/Old.framework', 'org.example.old'),
  ];
  const { path } = await signed(testIpa({ files: stored }), signingIdentity(rsa, appId));
  expect(await verify(path)).toMatchObject(holds);
  const entries = await withZip(path, (zip) => Promise.resolve(zip.entries));
  expect(entries.get(`${app}data/link`)?.unixMode).toBe(0o120755);
  expect(entries.get(`${app}run.sh`)?.unixMode).toBe(0o100755);
  expect(entries.get(`${app}Demo`)?.unixMode).toBe(0o100755);
  expect([...entries.keys()].filter((name) => name.endsWith('/Left'))).toEqual([]);
});

test('additions are part of what is signed, and can’t take the place of what is signed by itself', async () => {
  const content = Buffer.from('{"policy":1}');
  const identity = signingIdentity(rsa, appId, `${appId}.widget`);
  const ipa = testIpa({ files: widget });
  const { path } = await signed(ipa, identity, [{ path: 'policies/one.json', content }]);
  expect(await verify(path)).toMatchObject(holds);
  expect(await read(path, `${app}policies/one.json`)).toEqual(content);
  for (const unsafe of [
    '../x',
    '/x',
    'a/../x',
    '_CodeSignature/x',
    'Info.plist',
    'Demo',
    'PlugIns/Widget.appex/x',
    '',
    'a/',
  ]) {
    expect([unsafe, await codeOf(signed(ipa, identity, [{ path: unsafe, content }]))]).toEqual([
      unsafe,
      'unsafe_path',
    ]);
  }
});

test('any change after signing is found', async () => {
  const { path } = await signed(testIpa({ files: widget }), signingIdentity(rsa, '*'));
  const sources = await withZip(path, (zip) =>
    Promise.all(
      [...zip.entries.values()].map(async ({ name, unixMode }) => ({
        name,
        unixMode,
        data: (await zip.read(name, 1e8)) ?? Buffer.alloc(0),
      })),
    ),
  );
  const problemWith = async (changed: ZipSource[]) =>
    (await verify(await files.write(writeZip(changed)))).problems[0]?.code;
  const withByte = (path: string, at: number) =>
    sources.map((source) => {
      if (source.name !== app + path) return source;
      const data = Buffer.from(source.data);
      data.writeUInt8(data.readUInt8(at) ^ 1, at);
      return { ...source, data };
    });
  expect(await problemWith(sources)).toBeUndefined();
  expect(await problemWith(withByte('Demo', 5000))).toBe('code_changed');
  expect(await problemWith(withByte('PlugIns/Widget.appex/Widget', 5000))).toBe('code_changed');
  expect(await problemWith(withByte('AppIcon60x60@2x.png', 50))).toBe('file_changed');
  expect(await problemWith(withByte('_CodeSignature/CodeResources', 400))).toBe('claims_changed');
  expect(await problemWith([...sources, { name: `${app}more`, data: Buffer.from('x') }])).toBe('not_covered');
  expect(await problemWith(sources.filter(({ name }) => !name.endsWith('60@2x.png')))).toBe('file_missing');
  expect(await problemWith(sources.filter(({ name }) => name !== `${app}_CodeSignature/CodeResources`))).toBe(
    'claims_changed',
  );
});

describe('what can’t be signed is refused, each with its own sentence', () => {
  const other = signingIdentity(ec, appId);
  const expired = readProvisioningProfile(profileFile(rsa, appId, { expires: new Date('2026-02-01') }));
  const foreign = readProvisioningProfile(profileFile(rsa, `${appId}.widget`, { team: 'OTHERTEAM1' }));
  const identity = signingIdentity(rsa, appId);

  test.each([
    ['no profile', { ...identity, profiles: [] }, 'no_profile_for_bundle'],
    ['a profile for another app', signingIdentity(rsa, 'org.example.other'), 'no_profile_for_bundle'],
    ['an expired profile', { ...identity, profiles: [expired] }, 'expired_profile'],
    [
      'a profile for another certificate',
      { ...identity, profiles: other.profiles },
      'profile_of_other_certificate',
    ],
    ['a key of another certificate', { ...identity, certificates: ec.certificates }, 'signing_key_mismatch'],
    ['a key that devices do not know', signingIdentity(dsaKey(), appId), 'signing_key_unsupported'],
  ])('%s', async (_name, given, code) => {
    expect(await codeOf(signed(testIpa(), given))).toBe(code);
  });

  test('an extension without a profile, or with one of another team', async () => {
    const ipa = testIpa({ files: widget });
    await expect(signed(ipa, identity)).rejects.toMatchObject({
      code: 'no_profile_for_bundle',
      entry: `${appId}.widget`,
    });
    expect(await codeOf(signed(ipa, { ...identity, profiles: [...identity.profiles, foreign] }))).toBe(
      'profiles_of_several_teams',
    );
  });

  const executable = (change: (bytes: Buffer) => void) => {
    const bytes = Buffer.from(buildMachO());
    change(bytes);
    return testIpa({ executable: bytes });
  };
  /** Where the second and the third segment's command of `buildMachO` begin. */
  const [text, linkEdit] = [32 + 72, 32 + 72 + 152];
  const link = (target: string): ZipSource => ({
    name: 'link',
    data: Buffer.from(target),
    unixMode: 0o120777,
  });

  test.each<[string, Buffer, string]>([
    [
      'an executable that the App Store encrypted',
      testIpa({ executable: buildMachO({ cryptId: 1 }) }),
      'encrypted_binary',
    ],
    [
      'what the App Store adds',
      testIpa({ files: [{ name: 'SC_Info/Demo.sinf', data: Buffer.from('x') }] }),
      'encrypted_binary',
    ],
    [
      'overlapping segments',
      executable((bytes) => bytes.writeBigUInt64LE(16n, linkEdit + 40)),
      'overlapping_segments',
    ],
    [
      'a segment behind the end',
      executable((bytes) => bytes.writeBigUInt64LE(1n << 40n, text + 48)),
      'truncated_executable',
    ],
    [
      'commands that end outside',
      executable((bytes) => bytes.writeUInt32LE(0x7fffff, 36)),
      'load_commands_outside',
    ],
    [
      'a command that is too short',
      executable((bytes) => bytes.writeUInt32LE(4, 36)),
      'load_commands_outside',
    ],
    ['10,000 commands', executable((bytes) => bytes.writeUInt32LE(10_000, 16)), 'too_many_load_commands'],
    [
      'commands without an end',
      executable((bytes) => bytes.writeUInt32LE(0xffffffff, 20)),
      'load_commands_outside',
    ],
    [
      'half of an executable',
      testIpa({ executable: buildMachO().subarray(0, 0x4000) }),
      'truncated_executable',
    ],
    ['a signature that says it is larger', liar((size) => size + 16), 'misplaced_signature'],
    ['a signature that says it is smaller', liar((size) => size - 16), 'misplaced_signature'],
    [
      'bytes behind the end',
      testIpa({ executable: Buffer.concat([buildMachO(), Buffer.alloc(64)]) }),
      'misplaced_signature',
    ],
    ['a link out of the app', testIpa({ files: [link('../../../etc/passwd')] }), 'unsafe_link'],
    ['an absolute link', testIpa({ files: [link('/etc/passwd')] }), 'unsafe_link'],
    [
      'files behind a link',
      testIpa({ files: [link('PlugIns'), { name: 'link/x', data: Buffer.from('x') }] }),
      'unsafe_link',
    ],
    [
      'a path that leads out',
      testIpa({ files: [{ name: '../../../x', data: Buffer.from('x') }] }),
      'unsafe_path',
    ],
    [
      'two property lists',
      testIpa({ files: [{ name: 'Info.plist', data: Buffer.from('x') }] }),
      'duplicate_entry',
    ],
    ['another archive', writeZip([{ name: 'a', data: Buffer.from('x') }]), 'no_manifest'],
  ])('%s', async (_name, ipa, code) => {
    expect(await codeOf(signed(ipa, identity))).toBe(code);
  });

  function liar(change: (size: number) => number): Buffer {
    const bytes = Buffer.from(buildMachO({ signature: Buffer.alloc(64) }));
    const command = bytes.indexOf(Buffer.from([0x1d, 0, 0, 0, 0x10, 0, 0, 0]));
    bytes.writeUInt32LE(change(64), command + 12);
    return testIpa({ executable: bytes });
  }

  test('a header without room', async () => {
    const bytes = Buffer.from(buildMachO());
    const end = 32 + bytes.readUInt32LE(20);
    bytes.writeUInt32LE(end + 8, text + 72 + 48);
    expect(await codeOf(signed(testIpa({ executable: bytes }), identity))).toBe('no_room_for_signature');
  });
});

/** A folder of an app: plain files by name, and bundles with folders of their own. */
interface Folder {
  plain: [name: string, bytes: Uint8Array][];
  bundles: [name: string, type: string, isSigned: boolean, inner: Folder][];
}

const none: Folder = { plain: [], bundles: [] };

const contentsOf = ({ plain, bundles }: Folder): ZipSource[] => [
  ...plain.map(([name, bytes]) => ({ name: `r/${name}`, data: Buffer.from(bytes) })),
  ...bundles.flatMap(([name, type, isSigned, inner]) => {
    const path = `B/${name}.${type}`;
    const code = buildMachO(isSigned ? { signature: Buffer.alloc(32) } : {});
    const inside = contentsOf(inner).map((file) => ({ ...file, name: `${path}/${file.name}` }));
    return [...bundle(path, 'org.example.inner', code), ...inside];
  }),
];

test('apps of any shape are signed, and their signatures hold', async () => {
  const identity = signingIdentity(ec, '*');
  const name = fc.stringMatching(/^[A-Za-z0-9_é&<]([A-Za-z0-9 _.é&<-]{0,10}[A-Za-z0-9_é&<])?$/);
  const type = fc.constantFrom('framework', 'appex', 'app', 'bundle', 'xpc');
  const selector = ([at]: [string, ...unknown[]]) => at.toLowerCase();
  const bytes = fc.uint8Array({ maxLength: 5000 });
  const folderOf = (depth: number): fc.Arbitrary<Folder> => {
    const inner = fc.tuple(name, type, fc.boolean(), depth === 0 ? fc.constant(none) : folderOf(depth - 1));
    return fc.record({
      plain: fc.uniqueArray(fc.tuple(name, bytes), { maxLength: 4, selector }),
      bundles: fc.uniqueArray(inner, { maxLength: 2, selector }),
    });
  };
  await fc.assert(
    fc.asyncProperty(folderOf(2), async (shape) => {
      const { path } = await signed(testIpa({ files: contentsOf(shape), icon: null }), identity);
      expect(await verify(path)).toMatchObject(holds);
    }),
    { numRuns: 40 },
  );
});

test('the name in Info.plist is the name in the signature', async () => {
  const { path } = await signed(testIpa(), signingIdentity(rsa, appId));
  const plist = parsePlist(await read(path, `${app}Info.plist`), 'malformed_manifest');
  const { directory } = await codeSignature(path, `${app}Demo`);
  expect(
    directory?.bytes.includes(Buffer.from(`${plistText(plist, 'CFBundleIdentifier') ?? ''}\0${testTeam}\0`)),
  ).toBe(true);
});
