import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { SigningKey } from '../../mock-server/app-packages/android/signature/signing-key.ts';
import { openCredentials } from '../../mock-server/app-packages/credentials/open-credentials.ts';
import { readPkcs12 } from '../../mock-server/app-packages/credentials/pkcs12.ts';
import { openProfile, profileFacts } from '../../mock-server/app-packages/credentials/signing-profile.ts';
import {
  der,
  derContext,
  derInteger,
  derNull,
  derObjectId,
  derSequence,
} from '../../mock-server/app-packages/formats/asn1/write-der.ts';
import { PackageError } from '../../mock-server/app-packages/package-error.ts';
import { buildProfile, type ProfileOptions, signSelf } from '../../mock-server/demo/build-profile.ts';
import { patientFiles } from '../fixtures/patient-credentials.ts';
import { dsaKey, ecKey, rsaKey } from '../fixtures/signing-keys.ts';
import { credentialsFile } from '../setup/world/credentials.ts';

const open = async (file: string, password = 'secret') =>
  openCredentials(
    { p12: (await credentialsFile(file)).toString('base64'), password, profiles: [] },
    'android',
  );

function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof PackageError) return error.code;
    throw error;
  }
  return 'taken';
}
const codeOfFile = async (file: string, password = 'secret') =>
  open(file, password).then(
    () => 'taken',
    (error: unknown) => (error instanceof PackageError ? error.code : String(error)),
  );
const codeOfBytes = (bytes: Buffer, password = 'secret') => codeOf(() => readPkcs12(bytes, password));

describe('every kind of PKCS #12 that people have is read', () => {
  test.each([
    ['modern.p12', 'secret', 'RSA 2048', true],
    ['legacy.p12', 'secret', 'RSA 2048', true],
    ['triple-des.p12', 'secret', 'RSA 2048', true],
    ['curve.p12', 'secret', 'EC prime256v1', true],
    ['without-mac.p12', 'secret', 'RSA 2048', true],
    ['patient.p12', 'secret', 'RSA 2048', true],
    ['empty-password.p12', '', 'RSA 2048', false],
    ['unprotected.p12', '', 'RSA 2048', false],
  ])('%s', async (file, password, key, isProtected) => {
    const { facts } = await open(file, password);
    expect(facts).toMatchObject({ key, isProtected, profiles: [] });
    expect(facts.identity).toMatch(/^Example Works/);
    expect(Date.parse(facts.expires)).toBeGreaterThan(Date.now());
  });

  test('a chain, the certificate of the key first', async () => {
    const { signing, facts } = await open('chain.p12');
    expect(facts.identity).toBe('Example Works Leaf');
    expect(signing.certificates).toHaveLength(3);
  });
});

describe('what nothing can be signed with has a reason of its own', () => {
  test.each([
    ['modern.p12', 'wrong', 'credentials_password_wrong'],
    ['legacy.p12', 'wrong', 'credentials_password_wrong'],
    ['without-mac.p12', 'wrong', 'credentials_password_wrong'],
    ['modern.p12', '', 'credentials_password_missing'],
    ['without-mac.p12', '', 'credentials_password_missing'],
    ['without-key.p12', 'secret', 'credentials_no_key'],
    ['without-certificate.p12', 'secret', 'credentials_no_certificate'],
    ['expired.p12', 'secret', 'certificate_expired'],
    ['early.p12', 'secret', 'certificate_not_yet_valid'],
    ['certificate.pem', 'secret', 'credentials_pem'],
    ['certificate.cer', 'secret', 'credentials_only_certificate'],
    ['in-house.mobileprovision', 'secret', 'credentials_not_pkcs12'],
  ])('%s with the password “%s”', async (file, password, code) => {
    expect(await codeOfFile(file, password)).toBe(code);
  });

  test('nothing, too much, and noise', () => {
    expect(codeOfBytes(Buffer.alloc(0))).toBe('credentials_empty');
    expect(codeOfBytes(Buffer.alloc(10 * 1024 * 1024, 0x30))).toBe('credentials_too_large');
    expect(codeOfBytes(Buffer.from('PK\u0003\u0004'))).toBe('credentials_not_pkcs12');
  });

  test('a file that asks for more work than any real one is refused before the work', async () => {
    const bytes = await credentialsFile('patient.p12');
    const request = Buffer.from([0x02, 0x03, 0x01, 0x00, 0x00]);
    for (let at = bytes.indexOf(request); at !== -1; at = bytes.indexOf(request, at + 1))
      bytes.fill(0x7f, at + 2, at + 5);
    expect(codeOfBytes(bytes)).toBe('credentials_too_many_iterations');
  });

  // Computing these would take many minutes: the test's time limit would be exceeded.
  test.each(patientFiles(1_000_000_000))(
    '10^9 iterations for %s, of which none is computed',
    (_way, bytes) => {
      expect(codeOfBytes(bytes)).toBe('credentials_too_many_iterations');
    },
  );
  test.each(patientFiles(2))('a few iterations for %s are', (_way, bytes) => {
    expect(codeOfBytes(bytes)).toBe('credentials_password_wrong');
  });

  /** A file without a password that holds these bags. */
  const fileOf = (...bags: Buffer[]) => {
    const data = (content: Buffer) =>
      derSequence(derObjectId('1.2.840.113549.1.7.1'), derContext(0, der(0x04, content)));
    return derSequence(derInteger(3), data(derSequence(data(derSequence(...bags)))));
  };
  const certificateBag = (certificate: Buffer) =>
    derSequence(
      derObjectId('1.2.840.113549.1.12.10.1.3'),
      derContext(
        0,
        derSequence(derObjectId('1.2.840.113549.1.9.22.1'), derContext(0, der(0x04, certificate))),
      ),
    );
  const keyBag = (key: Buffer) => derSequence(derObjectId('1.2.840.113549.1.12.10.1.1'), derContext(0, key));

  test('1,000 certificates', async () => {
    const certificate = (await credentialsFile('certificate.cer')).subarray(0, 60);
    const file = fileOf(...Array.from({ length: 1000 }, () => certificateBag(certificate)));
    expect(codeOfBytes(file, '')).toBe('credentials_too_many_certificates');
  });

  /** An RSA key too large to be generated: its numbers are not those of a real one. */
  const enormousKey = () => {
    const number = (bytes: Buffer) => der(0x02, bytes);
    const large = number(Buffer.concat([Buffer.from([1]), Buffer.alloc(4096, 0xff)]));
    const small = number(Buffer.from([3]));
    const rsa = derSequence(derInteger(0), large, small, small, large, small, small, small, small);
    const algorithm = derSequence(derObjectId('1.2.840.113549.1.1.1'), derNull());
    return derSequence(derInteger(0), algorithm, der(0x04, rsa));
  };
  const pkcs8 = ({ key }: SigningKey) => key.export({ format: 'der', type: 'pkcs8' });
  test.each<[string, () => Buffer]>([
    ['a curve that devices do not know', () => pkcs8(ecKey('secp256k1'))],
    ['too small an RSA key', () => pkcs8(rsaKey(512))],
    ['an enormous RSA key', enormousKey],
    ['a DSA key', () => pkcs8(dsaKey())],
  ])('%s', async (_, key) => {
    const file = fileOf(keyBag(key()), certificateBag(await credentialsFile('certificate.cer')));
    const material = { p12: file.toString('base64'), password: '', profiles: [] };
    expect(codeOf(() => openCredentials(material, 'android'))).toBe('signing_key_unsupported');
  });

  test('whatever is changed in a file, it is read or refused', async () => {
    for (const name of ['modern.p12', 'legacy.p12', 'unprotected.p12']) {
      const bytes = await credentialsFile(name);
      for (let at = 0; at < 140; at++) {
        const changed = Buffer.from(bytes);
        changed.writeUInt8(changed.readUInt8(at) ^ (1 << (at % 8)), at);
        const password = name === 'unprotected.p12' ? '' : 'secret';
        const reported = codeOf(() =>
          openCredentials({ p12: changed.toString('base64'), password, profiles: [] }, 'android'),
        );
        expect(reported).toMatch(/^[a-z0-9_]+$/);
      }
    }
  });
});

describe('provisioning profiles', () => {
  const checkProfile = (bytes: Buffer, by: Buffer, now: Date) => profileFacts(openProfile(bytes, by, now));
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const dates = { created: new Date('2026-01-01'), expires: new Date('2046-01-01') };
  const certificate = signSelf(privateKey, publicKey, dates);
  const profile = (more: Partial<ProfileOptions> = {}) =>
    buildProfile({
      name: 'Depot',
      bundleId: 'org.example.depot',
      distribution: 'enterprise',
      certificates: [certificate],
      ...dates,
      ...more,
    });
  const check = (bytes: Buffer, now = new Date('2030-01-01')) =>
    codeOf(() => openProfile(bytes, certificate, now));

  test('say what they allow', () => {
    expect(checkProfile(profile(), certificate, new Date('2030-01-01'))).toEqual({
      name: 'Depot',
      team: 'APPSHELF01',
      applicationId: 'APPSHELF01.org.example.depot',
      distribution: 'enterprise',
      expires: '2046-01-01T00:00:00.000Z',
      devices: 0,
    });
    expect(
      checkProfile(profile({ distribution: 'ad_hoc' }), certificate, new Date('2030-01-01')).devices,
    ).toBe(1);
  });

  test('signed as Apple does, with signed attributes', async () => {
    const bytes = await credentialsFile('in-house.mobileprovision');
    const { signing } = await open('modern.p12');
    expect(checkProfile(bytes, signing.certificates[0], new Date()).applicationId).toBe('EXAMPLE001.*');
    const at = bytes.indexOf('Example In-house');
    bytes.write('Example Im-house', at);
    expect(codeOf(() => openProfile(bytes, signing.certificates[0], new Date()))).toBe('broken_profile');
  });

  test('with an odd name is shown in one line; with an odd team it is none', () => {
    const named = profile({ name: 'Depot\n\tof two lines' });
    expect(checkProfile(named, certificate, new Date('2030-01-01')).name).toBe('Depot of two lines');
    expect(check(profile({ team: 'TEAM 1' }))).toBe('unreadable_profile');
  });

  test('each that nothing can be signed with has a reason of its own', () => {
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const changed = profile();
    changed.write('Depos', changed.indexOf('Depot'));
    expect(check(changed)).toBe('broken_profile');
    expect(check(profile(), new Date('2047-01-01'))).toBe('profile_expired');
    expect(check(profile({ distribution: 'development' }))).toBe('profile_development');
    expect(check(profile({ distribution: 'store' }))).toBe('profile_store');
    expect(check(profile({ certificates: [signSelf(other.privateKey, other.publicKey, dates)] }))).toBe(
      'profile_other_certificate',
    );
    expect(check(Buffer.from('nonsense'))).toBe('unreadable_profile');
  });
});
