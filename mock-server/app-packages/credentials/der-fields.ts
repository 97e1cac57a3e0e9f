import { type DerValue, derChildren, derTag, objectId } from '../formats/asn1/der.ts';
import { PackageError } from '../package-error.ts';

const broken = () => new PackageError('credentials_not_pkcs12');

/** The values of a sequence. Error: `credentials_not_pkcs12` for anything else, here and below. */
export function fieldsOf(value: DerValue | undefined): DerValue[] {
  if (value === undefined || (value.tag !== derTag.sequence && value.tag !== derTag.set)) throw broken();
  return derChildren(value);
}

export function objectIdOf(value: DerValue | undefined): string {
  if (value?.tag !== derTag.objectId) throw broken();
  return objectId(value);
}

/** A number; one of more than six bytes counts as the largest. */
export function numberOf(value: DerValue | undefined): number {
  if (value?.tag !== derTag.integer) throw broken();
  const { bytes } = value.content;
  return bytes.length > 6
    ? Number.MAX_SAFE_INTEGER
    : bytes.length === 0
      ? 0
      : bytes.readUIntBE(0, bytes.length);
}

const constructed = 0x20;

/** The bytes of an octet string, whole or in parts, even where it is tagged as a field. */
export function octetsOf(value: DerValue | undefined): Buffer {
  if (value === undefined) throw broken();
  if ((value.tag & constructed) === 0) return value.content.bytes;
  return Buffer.concat(derChildren(value).map(({ content }) => content.bytes));
}

/** The content of `[0]`. */
export function inner(value: DerValue | undefined): DerValue {
  const [found] = value?.tag === derTag.context(0) ? derChildren(value) : [];
  if (found === undefined) throw broken();
  return found;
}

/** An AlgorithmIdentifier: the algorithm and its parameters. */
export function algorithmOf(value: DerValue | undefined): { id: string; parameters: DerValue | undefined } {
  const [id, parameters] = fieldsOf(value);
  return { id: objectIdOf(id), parameters };
}
