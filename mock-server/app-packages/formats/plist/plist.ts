import type { Budget } from '../../budget.ts';
import { PackageError, type PackageErrorCode } from '../../package-error.ts';
import { parseBinaryPlist } from './binary-plist.ts';
import type { PlistDictionary } from './plist-value.ts';
import { parseXmlPlist } from './xml-plist.ts';

/** The beginning of an XML document that says how its characters are encoded. */
const declaration = /^\s*<\?xml\s[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']/;
const declarationBytes = 256;
/** The first bytes of UTF-16 without a byte order mark: `<?` in either order. */
const utf16Starts = new Map([
  ['3c003f00', 'utf-16le'],
  ['003c003f', 'utf-16be'],
]);

/**
 * Reads a property list, XML or binary, whose outermost value is a dictionary, as in Info.plist and profiles.
 * `maxValues` is for XML lists that are longer than usual: seals.
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
    : parseXmlPlist(decodeXml(bytes, code), code, budget, maxValues);
}

/** The characters of an XML document, by its byte order mark or its declaration, otherwise UTF-8 (XML 1.0, appendix F). */
function decodeXml(bytes: Buffer, code: PackageErrorCode): string {
  try {
    return new TextDecoder(encodingOf(bytes)).decode(bytes);
  } catch (error) {
    // An encoding that nobody knows.
    throw new PackageError(code, { cause: error });
  }
}

function encodingOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const utf16 = utf16Starts.get(bytes.toString('hex', 0, 4));
  if (utf16 !== undefined) return utf16;
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  const declared = declaration.exec(bytes.toString('latin1', 0, declarationBytes))?.[1] ?? 'utf-8';
  // A declaration in bytes can't be right that it is in UTF-16.
  return /^utf-?16|^ucs-?2/i.test(declared) ? 'utf-8' : declared;
}
