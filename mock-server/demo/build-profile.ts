import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { build, type PlistValue } from 'plist';
import { derTag } from '../app-packages/formats/asn1/der.ts';
import {
  der,
  derContext,
  derInteger,
  derNull,
  derObjectId,
  derSequence,
  derSet,
  derUtcTime,
  derUtf8,
} from '../app-packages/formats/asn1/write-der.ts';

/** A provisioning profile to make. */
export interface ProfileOptions {
  name: string;
  bundleId: string;
  /** The identifier of the team to which it is issued; one of ours when absent. */
  team?: string;
  distribution: 'development' | 'ad_hoc' | 'enterprise' | 'store';
  created: Date;
  expires: Date;
  /** In DER; the certificates that it allows to sign. */
  certificates?: readonly Buffer[];
  /** What it includes besides the application identifier, the team and `get-task-allow`. */
  entitlements?: Readonly<Record<string, PlistValue>>;
}

const ourTeam = 'APPSHELF01';
const demoDevice = '00008030-000000000000002E';
const serialNumber = 1;
const sha256 = derSequence(derObjectId('2.16.840.1.101.3.4.2.1'));
const ecdsaWithSha256 = derSequence(derObjectId('1.2.840.10045.4.3.2'));
const rsaWithSha256 = derSequence(derObjectId('1.2.840.113549.1.1.11'), derNull());
const issuer = buildName('Appshelf demonstration, not issued by Apple');

/**
 * A profile in the form of `embedded.mobileprovision`: a property list in a CMS message (RFC 5652). Its signer is a
 * certificate made here, so that readers accept it and devices do not.
 */
export function buildProfile(options: ProfileOptions): Buffer {
  const content = Buffer.from(build(buildProfilePlist(options)));
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const signer = derSequence(
    derInteger(1),
    derSequence(issuer, derInteger(serialNumber)),
    sha256,
    ecdsaWithSha256,
    der(derTag.octetString, sign('sha256', content, privateKey)),
  );
  const signedData = derSequence(
    derInteger(1),
    derSet(sha256),
    derSequence(derObjectId('1.2.840.113549.1.7.1'), derContext(0, der(derTag.octetString, content))),
    derContext(0, signSelf(privateKey, publicKey, options)),
    derSet(signer),
  );
  return derSequence(derObjectId('1.2.840.113549.1.7.2'), derContext(0, signedData));
}

function buildProfilePlist(options: ProfileOptions) {
  const { name, bundleId, team = ourTeam, distribution, created, expires } = options;
  const { certificates = [], entitlements = {} } = options;
  const listsDevices = distribution === 'development' || distribution === 'ad_hoc';
  return {
    AppIDName: name,
    ApplicationIdentifierPrefix: [team],
    CreationDate: created,
    DeveloperCertificates: [...certificates],
    Entitlements: {
      ...entitlements,
      'application-identifier': `${team}.${bundleId}`,
      'com.apple.developer.team-identifier': team,
      'get-task-allow': distribution === 'development',
    },
    ExpirationDate: expires,
    Name: name,
    ...(listsDevices ? { ProvisionedDevices: [demoDevice] } : {}),
    ...(distribution === 'enterprise' ? { ProvisionsAllDevices: true } : {}),
    TeamIdentifier: [team],
    TeamName: 'Appshelf demonstration',
    UUID: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
    Version: 1,
  };
}

/** A certificate (RFC 5280) signed by its own key. */
export function signSelf(
  key: KeyObject,
  publicKey: KeyObject,
  { created, expires }: Pick<ProfileOptions, 'created' | 'expires'>,
): Buffer {
  const algorithm = key.asymmetricKeyType === 'rsa' ? rsaWithSha256 : ecdsaWithSha256;
  const body = derSequence(
    derContext(0, derInteger(2)),
    derInteger(serialNumber),
    algorithm,
    issuer,
    derSequence(derUtcTime(created), derUtcTime(expires)),
    issuer,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = der(derTag.bitString, Buffer.from([0]), sign('sha256', body, key));
  return derSequence(body, algorithm, signature);
}

/** A distinguished name that has only a common name. */
function buildName(commonName: string): Buffer {
  return derSequence(derSet(derSequence(derObjectId('2.5.4.3'), derUtf8(commonName))));
}
