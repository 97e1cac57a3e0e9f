import { deflateSync, inflateRawSync } from 'node:zlib';
import { Budget } from '../../budget.ts';
import { PackageError } from '../../package-error.ts';
import { isPng, pngSize, readPngChunks, writePng } from './png.ts';
import { unfilterRows } from './png-rows.ts';
import { isIconSize } from './raster.ts';

const rgba8 = Buffer.from([8, 6, 0, 0, 0]);
const pixelBytes = 4;
/** How much more a pixel costs here than in a native decoder; icons are at most 1024 pixels wide. */
const decodingCost = 4;

/** Whether a PNG is in the form that Apple's tools give to images of an app: CgBI before the header. */
export function isCgbi(bytes: Buffer): boolean {
  return isPng(bytes) && bytes.toString('latin1', 12, 16) === 'CgBI';
}

/**
 * Converts Apple's form to an ordinary PNG: its data has no zlib header, blue and red are swapped and colours multiplied by
 * alpha. Throws PackageError when it is damaged, interlaced, or not 8-bit RGBA.
 */
export function cgbiToPng(bytes: Buffer, budget = new Budget()): Buffer {
  const chunks = readPngChunks(bytes);
  const header = chunks.find(({ type }) => type === 'IHDR')?.data;
  const size = pngSize(bytes);
  if (header === undefined || !header.subarray(8).equals(rgba8) || !isIconSize(size)) {
    throw new PackageError('malformed_image');
  }
  budget.decode(size.width * size.height * decodingCost);
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data));
  const rowBytes = size.width * pixelBytes;
  const pixels = unfilterRows(inflate(packed, (rowBytes + 1) * size.height), rowBytes, pixelBytes);
  return writePng([
    { type: 'IHDR', data: header },
    { type: 'IDAT', data: deflateSync(addFilterBytes(toStraightRgba(pixels), rowBytes), { level: 0 }) },
    { type: 'IEND', data: Buffer.alloc(0) },
  ]);
}

function inflate(packed: Buffer, length: number): Buffer {
  try {
    const bytes = inflateRawSync(packed, { maxOutputLength: length });
    if (bytes.length === length) return bytes;
  } catch (error) {
    throw new PackageError('malformed_image', { cause: error });
  }
  throw new PackageError('malformed_image');
}

/**
 * Colours divided by their alpha, at `alpha * 256 + colour`: computing each anew would take most of the time for an
 * icon.
 */
const straight = Uint8Array.from({ length: 0x1_0000 }, (_, at) => {
  const alpha = at >> 8;
  return alpha === 0 ? 0 : Math.min(255, Math.round(((at & 0xff) * 255) / alpha));
});

function toStraightRgba(pixels: Buffer): Buffer {
  for (let at = 0; at < pixels.length; at += pixelBytes) {
    const row = (pixels[at + 3] ?? 0) << 8;
    const blue = pixels[at] ?? 0;
    pixels[at] = straight[row | (pixels[at + 2] ?? 0)] ?? 0;
    pixels[at + 1] = straight[row | (pixels[at + 1] ?? 0)] ?? 0;
    pixels[at + 2] = straight[row | blue] ?? 0;
  }
  return pixels;
}

/** Filter 0, "none", before every row. */
function addFilterBytes(pixels: Buffer, rowBytes: number): Buffer {
  const rows = pixels.length / rowBytes;
  const filtered = Buffer.alloc(pixels.length + rows);
  for (let row = 0; row < rows; row++) {
    pixels.copy(filtered, row * (rowBytes + 1) + 1, row * rowBytes, (row + 1) * rowBytes);
  }
  return filtered;
}
