import { derTag } from '../../formats/asn1/der.ts';
import { der, derInteger, derSequence, derUtf8 } from '../../formats/asn1/write-der.ts';
import type { PlistDictionary, PlistValue } from '../../formats/plist/plist-value.ts';

/** `[APPLICATION 16]` around everything, and `[16]` around each dictionary. */
const [outerTag, dictionaryTag, booleanTag] = [0x70, 0xb0, 0x01];

/** Entitlements in DER, as systems from iOS 15 on read them. The values must be of a type that has a form there. */
export const derEntitlements = (entitlements: PlistDictionary): Buffer =>
  der(outerTag, derInteger(1), dictionary(entitlements));

const dictionary = (value: PlistDictionary): Buffer =>
  der(
    dictionaryTag,
    ...[...value.keys()]
      .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
      .map((key) => derSequence(derUtf8(key), encoded(value.get(key) ?? null))),
  );

function encoded(value: PlistValue): Buffer {
  if (value instanceof Map) return dictionary(value);
  if (Array.isArray(value)) return derSequence(...value.map(encoded));
  if (Buffer.isBuffer(value)) return der(derTag.octetString, value);
  if (typeof value === 'boolean') return der(booleanTag, Buffer.from([value ? 0xff : 0]));
  if (typeof value === 'number') return der(derTag.integer, twosComplement(BigInt(value)));
  return derUtf8(String(value));
}

/** The fewest bytes that hold the number and its sign. */
function twosComplement(value: bigint): Buffer {
  let bytes = 1;
  while (BigInt.asIntN(bytes * 8, value) !== value) bytes += 1;
  const digits = BigInt.asUintN(bytes * 8, value).toString(16);
  return Buffer.from(digits.padStart(bytes * 2, '0'), 'hex');
}
