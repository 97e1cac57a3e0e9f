import { isUtf8 } from 'node:buffer';
import { ServiceError } from '../../errors.ts';

/**
 * How the bytes of a text are read: the encoding, by its name in the Encoding Standard, that the declared character set
 * stands for; UTF-8 when none is declared. Error: `unsupported_media_type` for one that nobody knows.
 */
export function getEncoding(charset: string | undefined): string {
  if (charset === undefined) return 'utf-8';
  try {
    return new TextDecoder(charset).encoding;
  } catch (cause) {
    throw new ServiceError(
      'unsupported_media_type',
      `The character set “${charset.slice(0, 60)}” is not known. Send the text in UTF-8.`,
      { cause },
    );
  }
}

const startsWith = (bytes: Buffer, mark: readonly number[]) => mark.every((byte, at) => bytes[at] === byte);

/** The encoding that a byte order mark says, which goes before what was declared. */
function detectEncoding(bytes: Buffer, encoding: string): string {
  if (startsWith(bytes, [0xef, 0xbb, 0xbf])) return 'utf-8';
  return encoding === 'utf-16le' && startsWith(bytes, [0xfe, 0xff]) ? 'utf-16be' : encoding;
}

/** The text of bytes, without a byte order mark; null when they are not in this encoding. */
export function decodeText(bytes: Buffer, encoding: string): string | null {
  const actual = detectEncoding(bytes, encoding);
  if (actual === 'utf-8' && !isUtf8(bytes)) return null;
  try {
    return new TextDecoder(actual, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
