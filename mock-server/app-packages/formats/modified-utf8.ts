const chunkUnits = 8192;

/**
 * Text as Java and Android write UTF-8 ("modified UTF-8"): a character beyond the basic plane is two surrogates of three
 * bytes each. Devices read the ordinary form of four bytes too. What is not valid becomes the replacement character.
 */
export function modifiedUtf8(bytes: Buffer): string {
  if (bytes.every((byte) => byte < 0x80)) return bytes.toString('latin1');
  const parts: string[] = [];
  let units: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at] ?? 0;
    const length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    units.push(...unitsOf(first, bytes, at, length));
    at += length;
    if (units.length < chunkUnits) continue;
    parts.push(String.fromCharCode(...units));
    units = [];
  }
  return (parts.join('') + String.fromCharCode(...units)).toWellFormed();
}

function unitsOf(first: number, bytes: Buffer, at: number, length: number): number[] {
  const more = (offset: number) => (bytes[at + offset] ?? 0) & 0x3f;
  if (length === 1) return [first];
  if (length === 2) return [((first & 0x1f) << 6) | more(1)];
  if (length === 3) return [((first & 0x0f) << 12) | (more(1) << 6) | more(2)];
  const code = ((first & 0x07) << 18) | (more(1) << 12) | (more(2) << 6) | more(3);
  return code < 0x10000 || code > 0x10ffff
    ? [0xfffd]
    : [0xd800 + ((code - 0x10000) >> 10), 0xdc00 + ((code - 0x10000) & 0x3ff)];
}
