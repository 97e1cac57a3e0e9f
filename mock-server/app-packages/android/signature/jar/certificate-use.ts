import {
  type DerValue,
  derChild,
  derChildren,
  derTag,
  objectId,
  readDer,
} from '../../../formats/asn1/der.ts';
import type { Certificate } from '../certificate.ts';

const keyUsage = '2.5.29.15';
/** Digital signature and content commitment; RFC 5280, 4.2.1.3. */
const signingBits = 0xc0;
const booleanTag = 0x01;

/** Extensions that devices understand: an unknown critical one makes a certificate unusable (RFC 5280, 4.2). */
const understood: ReadonlySet<string> = new Set([
  keyUsage,
  '2.5.29.17', // subject alternative name
  '2.5.29.19', // basic constraints
  '2.5.29.30', // name constraints
  '2.5.29.31', // where revocations are listed
  '2.5.29.32', // policies
  '2.5.29.33', // policy mappings
  '2.5.29.36', // policy constraints
  '2.5.29.37', // extended key usage
  '2.5.29.54', // inhibit any policy
  '2.16.840.1.113730.1.1', // Netscape certificate type
]);

/** Whether devices accept this certificate for a JAR signature. */
export function maySign({ bytes }: Certificate): boolean {
  return extensions(bytes).every((extension) => {
    const parts = derChildren(extension);
    const [id, second] = parts;
    const value = parts.at(-1);
    if (id === undefined || value === undefined) return false;
    const name = objectId(id);
    if (name === keyUsage) return (firstBits(value) & signingBits) !== 0;
    const critical = second?.tag === booleanTag && second.content.u8(0) !== 0;
    return !critical || understood.has(name);
  });
}

/** TBSCertificate { …, [3] extensions }; RFC 5280, 4.1. */
function extensions(certificate: Buffer): DerValue[] {
  const fields = derChildren(derChild(readDer(certificate, 'malformed_signature'), 0, derTag.sequence));
  const wrapper = fields.find(({ tag }) => tag === derTag.context(3));
  return wrapper === undefined ? [] : derChildren(derChild(wrapper, 0, derTag.sequence));
}

/** The first eight bits of the bit string inside an extension's value. */
function firstBits({ content }: DerValue): number {
  const bits = readDer(content.bytes, 'malformed_signature');
  return bits.content.length < 2 ? 0 : bits.content.u8(1);
}
