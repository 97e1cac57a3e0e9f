import {
  type DerValue,
  derChild,
  derChildren,
  derTag,
  objectId,
  readDer,
} from '../../../formats/asn1/der.ts';
import type { Certificate } from '../certificate.ts';

const bmpString = 0x1e;

/** The certificate that a SignerInfo names by issuer and serial number; undefined when it is missing. */
export function certificateOf(id: DerValue, certificates: readonly Certificate[]): Certificate | undefined {
  const [issuer, serial] = derChildren(id);
  const named = identity(issuer, serial);
  return certificates.find(({ bytes }) => {
    // TBSCertificate { [0] version, serial, algorithm, issuer, … } (RFC 5280); the version may be absent.
    const fields = derChildren(derChild(readDer(bytes, 'malformed_signature'), 0, derTag.sequence));
    const [own, , by] = fields[0]?.tag === derTag.context(0) ? fields.slice(1) : fields;
    return named !== null && identity(by, own) === named;
  });
}

/**
 * An issuer and serial number in a normal form, whatever types of text the issuer's name is written in (RFC 5280, 7.1).
 */
function identity(issuer: DerValue | undefined, serial: DerValue | undefined): string | null {
  if (issuer === undefined || serial === undefined) return null;
  const parts = derChildren(issuer).map((set) => derChildren(set).map(attribute).sort().join('+'));
  return JSON.stringify([serial.content.bytes.toString('hex'), ...parts]);
}

function attribute(value: DerValue): string {
  const [name, text] = derChildren(value);
  if (name === undefined || text === undefined) return value.content.fail();
  const { bytes } = text.content;
  const plain = text.tag === bmpString ? fromBmp(bytes) : bytes.toString('utf8');
  return `${objectId(name)}=${plain.trim().replace(/\s+/g, ' ').toLowerCase()}`;
}

function fromBmp(bytes: Buffer): string {
  const even = Buffer.from(bytes.subarray(0, bytes.length & ~1));
  return even.swap16().toString('utf16le');
}
