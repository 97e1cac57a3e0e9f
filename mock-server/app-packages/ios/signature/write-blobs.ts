import { magic } from './blobs.ts';

const superHeaderBytes = 12;
const indexBytes = 8;

export function u32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
}

/** A part of a code signature: its kind, its size, its content. */
export const blob = (kind: number, ...content: readonly Buffer[]): Buffer => {
  const bytes = Buffer.concat(content);
  return Buffer.concat([u32(kind, bytes.length + 8), bytes]);
};

/** A whole code signature made of its parts, each with its slot. */
export function superBlob(parts: readonly (readonly [slot: number, part: Buffer])[]): Buffer {
  let offset = superHeaderBytes + parts.length * indexBytes;
  const index = parts.map(([slot, part]) => {
    const record = u32(slot, offset);
    offset += part.length;
    return record;
  });
  const header = u32(magic.superBlob, offset, parts.length);
  return Buffer.concat([header, ...index, ...parts.map(([, part]) => part)]);
}
