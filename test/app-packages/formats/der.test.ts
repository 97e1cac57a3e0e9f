import { X509Certificate } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readSignedData, signerCertificate } from '../../../mock-server/app-packages/formats/asn1/cms.ts';
import {
  derChild,
  derChildren,
  derTag,
  readDer,
} from '../../../mock-server/app-packages/formats/asn1/der.ts';
import {
  der,
  derInteger,
  derObjectId,
  derSequence,
  derUtf8,
} from '../../../mock-server/app-packages/formats/asn1/write-der.ts';
import { buildProfile } from '../../../mock-server/demo/build-profile.ts';

const read = (bytes: Buffer) => readDer(bytes, 'malformed_profile');
const refused = expect.objectContaining({ code: 'malformed_profile' });

test.each([0, 1, 127, 128, 255, 256, 65_535, 65_536])(
  'a value of %i bytes is read as it was written',
  (length) => {
    const content = Buffer.alloc(length, 7);
    const value = read(Buffer.concat([der(derTag.octetString, content), Buffer.from('what follows')]));
    expect(value.tag).toBe(derTag.octetString);
    expect(value.content.bytes.equals(content)).toBe(true);
  },
);

test('object identifiers have the bytes that X.690 gives them', () => {
  expect(derObjectId('1.2.840.113549.1.7.2').toString('hex')).toBe('06092a864886f70d010702');
  expect(derObjectId('2.5.4.3').toString('hex')).toBe('0603550403');
});

test('children come in order, and a child of another kind is refused', () => {
  const sequence = read(derSequence(derInteger(5), derUtf8('text')));
  expect(derChildren(sequence).map(({ tag }) => tag)).toEqual([derTag.integer, derTag.utf8String]);
  expect(() => derChild(sequence, 0, derTag.set)).toThrow(refused);
  expect(() => derChild(sequence, 2, derTag.integer)).toThrow(refused);
});

describe('what is not DER of a package is refused', () => {
  test.each([
    ['nothing', ''],
    ['an indefinite length', '3080020105'],
    ['a length beyond the end', '30820100'],
    ['a length of five bytes', '30850000000001'],
    ['a long tag', '3f8101020105'],
  ])('%s', (_name, hex) => {
    expect(() => read(Buffer.from(hex, 'hex'))).toThrow(refused);
  });
});

test('a signed message gives its content and the certificate of its signer', () => {
  const dates = { created: new Date('2026-01-01'), expires: new Date('2027-01-01') };
  const message = buildProfile({ name: 'P', bundleId: 'org.example.p', distribution: 'ad_hoc', ...dates });
  const signedData = readSignedData(message, 'malformed_profile');
  expect(signedData.content?.toString()).toContain('<key>application-identifier</key>');
  const certificate = signerCertificate(signedData, 'malformed_profile') ?? Buffer.alloc(0);
  const { subject, validTo, publicKey } = new X509Certificate(certificate);
  expect(subject).toMatch(/^CN=Appshelf demonstration/);
  expect(new Date(validTo)).toEqual(dates.expires);
  expect(new X509Certificate(certificate).verify(publicKey)).toBe(true);
});
