import type { ByteView } from '../../formats/byte-view.ts';
import type { StringPool } from './string-pool.ts';

/** A value of an attribute or resource (Res_value), in the types that are needed here. */
export type TypedValue =
  | { kind: 'text'; text: string }
  | { kind: 'reference'; id: number }
  | { kind: 'integer'; value: number }
  | { kind: 'boolean'; value: boolean }
  /** Eight bits each of alpha, red, green and blue. */
  | { kind: 'color'; argb: number }
  | { kind: 'float'; value: number }
  /** Density-independent pixels; other units count as those. */
  | { kind: 'dimension'; value: number }
  /** A part of the whole: 1 is all of it. */
  | { kind: 'fraction'; value: number }
  | { kind: 'other' };

/** The types of a value (Res_value), in the same place. */
export const dataType = {
  reference: 0x01,
  string: 0x03,
  float: 0x04,
  dimension: 0x05,
  fraction: 0x06,
  dynamicReference: 0x07,
  integer: 0x10,
  hex: 0x11,
  boolean: 0x12,
  firstColor: 0x1c,
  lastInteger: 0x1f,
} as const;

/** How far the 24 bits of a complex value are shifted, by its radix: 23.0, 16.7, 8.15 and 0.23. */
const radixes = [1, 2 ** -7, 2 ** -15, 2 ** -23];

/** The value of `type` with the 32 bits at `at`; text comes from `strings`. */
export function typedValue(view: ByteView, type: number, at: number, strings: StringPool): TypedValue {
  const data = view.u32(at);
  if (type === dataType.string) return { kind: 'text', text: strings.get(data) ?? '' };
  if (type === dataType.reference || type === dataType.dynamicReference)
    return { kind: 'reference', id: data };
  if (type === dataType.float) return { kind: 'float', value: view.f32(at) };
  if (type === dataType.dimension) return { kind: 'dimension', value: complexValue(view.i32(at)) };
  if (type === dataType.fraction) return { kind: 'fraction', value: complexValue(view.i32(at)) };
  if (type < dataType.integer || type > dataType.lastInteger) return { kind: 'other' };
  if (type === dataType.boolean) return { kind: 'boolean', value: data !== 0 };
  return type >= dataType.firstColor
    ? { kind: 'color', argb: data }
    : { kind: 'integer', value: view.i32(at) };
}

/** A number of 24 bits with a place for its point, as dimensions and fractions are written. */
function complexValue(data: number): number {
  return (data >> 8) * (radixes[(data >> 4) & 0x3] ?? 1);
}
