import { crc32 } from 'node:zlib';
import { ByteView } from '../byte-view.ts';

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const maxChunks = 10_000;

/** A chunk of a PNG image: a type of four letters and its data. */
export interface PngChunk {
  type: string;
  data: Buffer;
}

export function isPng(bytes: Buffer): boolean {
  return bytes.subarray(0, signature.length).equals(signature);
}

/** Bytes at the start of an image that contain its size. */
export const pngHeaderBytes = 40;

/** Width and height in pixels from the header; zeros when there is no header. */
export function pngSize(bytes: Buffer): { width: number; height: number } {
  const view = new ByteView(bytes, 'malformed_image', 'big');
  // Apple's form has an additional chunk before the header.
  const at = bytes.toString('latin1', 12, 16) === 'IHDR' ? 16 : 32;
  return view.length < at + 8 ? { width: 0, height: 0 } : { width: view.u32(at), height: view.u32(at + 4) };
}

/** The chunks of an image, in order. Checksums are not checked here; the decoder does that. */
export function readPngChunks(bytes: Buffer): PngChunk[] {
  const view = new ByteView(bytes, 'malformed_image', 'big');
  const chunks: PngChunk[] = [];
  for (let at = signature.length; at < view.length; ) {
    const length = view.u32(at);
    const type = view.slice(at + 4, 4).toString('latin1');
    chunks.push({ type, data: view.slice(at + 8, length) });
    if (type === 'IEND') return chunks;
    if (chunks.length > maxChunks) view.fail();
    at += length + 12;
  }
  return view.fail();
}

/** An image from its chunks. */
export function writePng(chunks: readonly PngChunk[]): Buffer {
  return Buffer.concat([signature, ...chunks.map(writeChunk)]);
}

function writeChunk({ type, data }: PngChunk): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}
