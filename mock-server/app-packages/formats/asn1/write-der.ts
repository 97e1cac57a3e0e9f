import { derTag } from './der.ts';

/** A DER value (X.690) around its content. */
export function der(tag: number, ...content: readonly Buffer[]): Buffer {
  const bytes = Buffer.concat(content);
  return Buffer.concat([Buffer.from([tag]), lengthOf(bytes.length), bytes]);
}

export const derSequence = (...values: Buffer[]): Buffer => der(derTag.sequence, ...values);
export const derSet = (...values: Buffer[]): Buffer => der(derTag.set, ...values);
export const derContext = (n: number, ...values: Buffer[]): Buffer => der(derTag.context(n), ...values);
export const derInteger = (value: number): Buffer => der(derTag.integer, Buffer.from([value]));
export const derNull = (): Buffer => der(derTag.null);
export const derUtf8 = (text: string): Buffer => der(derTag.utf8String, Buffer.from(text));

/** An object identifier from its dotted form. */
export function derObjectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return der(derTag.objectId, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

/** A time of the years 1950 to 2049. */
export function derUtcTime(date: Date): Buffer {
  const digits = date.toISOString().replace(/\D/g, '').slice(2, 14);
  return der(derTag.utcTime, Buffer.from(`${digits}Z`));
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(length);
  const significant = bytes.subarray(bytes.findIndex((byte) => byte !== 0));
  return Buffer.concat([Buffer.from([0x80 + significant.length]), significant]);
}

function base128(value: number): number[] {
  const low = value % 128;
  return value < 128 ? [low] : [...base128(Math.floor(value / 128)).map((byte) => byte | 0x80), low];
}
