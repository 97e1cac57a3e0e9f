/**
 * A random UUID (RFC 9562, version 4). Pages that are not served safely, and some older browsers, have no
 * `crypto.randomUUID`; `getRandomValues` is everywhere.
 */
export function createRandomId(): string {
  if ('randomUUID' in crypto) return crypto.randomUUID();
  const bytes = getRandomBytes(16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const text = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return text.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

const getRandomBytes = (count: number): Uint8Array<ArrayBuffer> =>
  crypto.getRandomValues(new Uint8Array(count));
