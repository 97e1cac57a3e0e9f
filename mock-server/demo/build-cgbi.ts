import { deflateRawSync } from 'node:zlib';
import { writePng } from '../app-packages/formats/png/png.ts';

/** An image as rows of red, green, blue and alpha bytes, colours not multiplied by alpha. */
export interface RgbaImage {
  width: number;
  height: number;
  rgba: Buffer;
}

const pixelBytes = 4;
const cgbiFlags = Buffer.from('50002002', 'hex');

/** The form that Apple's tools give to the PNG files of an app: raw deflate, blue first, colours multiplied by alpha. */
export function buildCgbi({ width, height, rgba }: RgbaImage): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const rowBytes = width * pixelBytes;
  const rows = Buffer.alloc((rowBytes + 1) * height);
  for (let at = 0; at < rgba.length; at += pixelBytes) {
    const row = Math.floor(at / rowBytes);
    rows.set(toBgraPremultiplied(rgba.subarray(at, at + pixelBytes)), at + row + 1);
  }
  return writePng([
    { type: 'CgBI', data: cgbiFlags },
    { type: 'IHDR', data: header },
    { type: 'IDAT', data: deflateRawSync(rows) },
    { type: 'IEND', data: Buffer.alloc(0) },
  ]);
}

function toBgraPremultiplied([red = 0, green = 0, blue = 0, alpha = 0]: Uint8Array): number[] {
  const times = (value: number) => Math.round((value * alpha) / 255);
  return [times(blue), times(green), times(red), alpha];
}
