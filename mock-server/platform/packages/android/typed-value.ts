import type { ByteView } from '../formats/byte-view.ts';
import type { StringPool } from './string-pool.ts';

/** A value of an attribute or resource (Res_value), in the types that are needed here. */
export type TypedValue =
  | { kind: 'text'; text: string }
  | { kind: 'reference'; id: number }
  | { kind: 'integer'; value: number }
  | { kind: 'boolean'; value: boolean }
  | { kind: 'other' };

/** The types of a value (Res_value), in the same place. */
export const dataType = {
  reference: 0x01,
  string: 0x03,
  dynamicReference: 0x07,
  integer: 0x10,
  hex: 0x11,
  boolean: 0x12,
} as const;

/** The value of `type` with the 32 bits at `at`; text comes from `strings`. */
export function typedValue(view: ByteView, type: number, at: number, strings: StringPool): TypedValue {
  const data = view.u32(at);
  if (type === dataType.string) return { kind: 'text', text: strings.get(data) ?? '' };
  if (type === dataType.reference || type === dataType.dynamicReference)
    return { kind: 'reference', id: data };
  if (type === dataType.integer || type === dataType.hex) return { kind: 'integer', value: view.i32(at) };
  return type === dataType.boolean ? { kind: 'boolean', value: data !== 0 } : { kind: 'other' };
}
