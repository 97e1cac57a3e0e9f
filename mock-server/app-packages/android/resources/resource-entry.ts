import type { Chunk } from './chunks.ts';
import type { StringPool } from './string-pool.ts';
import { type TypedValue, typedValue } from './typed-value.ts';

const typeFlag = { sparse: 0x01, offset16: 0x02 };
const entryFlag = { complex: 0x1, compact: 0x8 };
const noEntry = 0xffffffff;
const noEntry16 = 0xffff;

/** The simple value of entry `index` in a type chunk (ResTable_type), null when there is none or it is a bag. */
export function readEntryValue(chunk: Chunk, index: number, strings: StringPool): TypedValue | null {
  const { view } = chunk;
  const offset = entryOffset(chunk, index);
  if (offset === null) return null;
  const at = view.u32(16) + offset;
  const flags = view.u16(at + 2);
  if ((flags & entryFlag.compact) !== 0) return typedValue(view, flags >>> 8, at + 4, strings);
  if ((flags & entryFlag.complex) !== 0) return null;
  const valueAt = at + view.u16(at);
  return typedValue(view, view.u8(valueAt + 3), valueAt + 4, strings);
}

function entryOffset(chunk: Chunk, index: number): number | null {
  const { view, headerBytes } = chunk;
  const flags = view.u8(9);
  const count = view.u32(12);
  if ((flags & typeFlag.sparse) !== 0) return sparseOffset(chunk, index, count);
  if (index >= count) return null;
  if ((flags & typeFlag.offset16) !== 0) {
    const offset = view.u16(headerBytes + index * 2);
    return offset === noEntry16 ? null : offset * 4;
  }
  const offset = view.u32(headerBytes + index * 4);
  return offset === noEntry ? null : offset;
}

/** The offset of an entry in a sparse type, which lists (index, offset / 4) pairs in the order of their indices. */
function sparseOffset({ view, headerBytes }: Chunk, index: number, count: number): number | null {
  let low = 0;
  let high = count - 1;
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    const found = view.u16(headerBytes + middle * 4);
    if (found === index) return view.u16(headerBytes + middle * 4 + 2) * 4;
    if (found < index) low = middle + 1;
    else high = middle - 1;
  }
  return null;
}
