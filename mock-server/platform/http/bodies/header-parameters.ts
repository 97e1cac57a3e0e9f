import { isUtf8 } from 'node:buffer';

/** A parameter of a header, after a semicolon: a name and a value, in quotes or without. */
const parameter = /;\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;]*))/g;

/**
 * The parameters of a header such as `Content-Type`, by their names in lower case. Of two with one name the first counts.
 * `header` has a character for each byte, as Node gives headers.
 */
export function parseParameters(header: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', quoted, plain = ''] of header.matchAll(parameter)) {
    const value = quoted === undefined ? plain : quoted.replace(/\\(["\\])/g, '$1');
    const key = name.toLowerCase();
    if (!found.has(key)) found.set(key, value);
  }
  return found;
}

/** The media type of a `Content-Type`, in lower case and without parameters. */
export const parseMediaType = (header: string): string => header.split(';', 1)[0]?.trim().toLowerCase() ?? '';

/** The text of a header: UTF-8, or else Windows-1252, the superset of ISO-8859-1 that older clients send. */
export function decodeHeader(header: string): string {
  const bytes = Buffer.from(header, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : new TextDecoder('windows-1252').decode(bytes);
}
