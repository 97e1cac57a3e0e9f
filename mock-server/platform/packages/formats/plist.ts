import type { Budget } from '../budget.ts';
import type { PackageErrorCode } from '../package-error.ts';
import { parseBinaryPlist } from './binary-plist.ts';
import type { PlistDictionary } from './plist-value.ts';
import { parseXmlPlist } from './xml-plist.ts';

const utf8ByteOrderMark = /^\uFEFF/;

/**
 * Reads a property list, XML or binary, whose outermost value is a dictionary, as in Info.plist and profiles. This is
 * our own code and not a library, because the input may be hostile and its cost must be limited. `maxValues` is for XML
 * lists that are longer than usual: seals.
 */
export function parsePlist(
  bytes: Buffer,
  code: PackageErrorCode,
  budget?: Budget,
  maxValues?: number,
): PlistDictionary {
  const isBinary = bytes.subarray(0, 6).toString('latin1') === 'bplist';
  return isBinary
    ? parseBinaryPlist(bytes, code, budget)
    : parseXmlPlist(bytes.toString('utf8').replace(utf8ByteOrderMark, ''), code, budget, maxValues);
}
