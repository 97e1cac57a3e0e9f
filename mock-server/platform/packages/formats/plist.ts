import type { PackageErrorCode } from '../package-error.ts';
import { parseBinaryPlist } from './binary-plist.ts';
import type { PlistDictionary } from './plist-value.ts';
import { parseXmlPlist } from './xml-plist.ts';

const utf8ByteOrderMark = /^\uFEFF/;

/**
 * Reads a property list whose outermost value is a dictionary, XML or binary, as Info.plist and profiles are. Ours and
 * not a general library's: this input is hostile, and what it may cost must be bounded.
 */
export function parsePlist(bytes: Buffer, code: PackageErrorCode): PlistDictionary {
  const isBinary = bytes.subarray(0, 6).toString('latin1') === 'bplist';
  return isBinary
    ? parseBinaryPlist(bytes, code)
    : parseXmlPlist(bytes.toString('utf8').replace(utf8ByteOrderMark, ''), code);
}
