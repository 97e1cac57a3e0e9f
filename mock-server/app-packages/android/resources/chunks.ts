import type { ByteView } from '../../formats/byte-view.ts';

/** Chunk types of Android's binary documents (ResChunk_header in ResourceTypes.h). */
export const chunkType = {
  stringPool: 0x0001,
  table: 0x0002,
  xml: 0x0003,
  xmlStartNamespace: 0x0100,
  xmlEndNamespace: 0x0101,
  xmlStartElement: 0x0102,
  xmlEndElement: 0x0103,
  xmlText: 0x0104,
  xmlLastNode: 0x017f,
  xmlResourceMap: 0x0180,
  tablePackage: 0x0200,
  tableType: 0x0201,
  tableTypeSpec: 0x0202,
} as const;

/** A chunk: its type, where its own header ends, and all its bytes; offsets count from its beginning. */
export interface Chunk {
  type: number;
  headerBytes: number;
  view: ByteView;
}

/** The chunk at `at`; refuses one that is smaller than its header or larger than what holds it. */
export function readChunk(view: ByteView, at: number): Chunk {
  const headerBytes = view.u16(at + 2);
  const size = view.u32(at + 4);
  if (headerBytes < 8 || size < headerBytes) view.fail();
  return { type: view.u16(at), headerBytes, view: view.part(at, size) };
}

const maxChunks = 200_000;

/** The chunks that follow one another from `at` to the end of `view`. */
export function* readChunks(view: ByteView, start: number): Generator<Chunk> {
  let count = 0;
  for (let at = start; at + 8 <= view.length; ) {
    count += 1;
    view.budget.spend(1);
    if (count > maxChunks) view.fail();
    const chunk = readChunk(view, at);
    yield chunk;
    at += chunk.view.length;
  }
}
