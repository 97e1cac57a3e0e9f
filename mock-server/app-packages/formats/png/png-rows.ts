import { PackageError } from '../../package-error.ts';

/** A row before and after its filter is undone, and the row above it; `pixel`: bytes from one pixel to the next. */
interface Row {
  filtered: Buffer;
  plain: Buffer;
  above: Buffer;
  pixel: number;
}

/**
 * Undoes a filter, by its type (PNG specification, section 9.2): none, sub, up, average, Paeth. Each is a separate
 * loop, because reading a large icon spends its time here.
 */
const unfilters: readonly ((row: Row) => void)[] = [
  ({ filtered, plain }) => {
    filtered.copy(plain);
  },
  ({ filtered, plain, pixel }) => {
    for (let x = 0; x < filtered.length; x++) plain[x] = byteAt(filtered, x) + byteAt(plain, x - pixel);
  },
  ({ filtered, plain, above }) => {
    for (let x = 0; x < filtered.length; x++) plain[x] = byteAt(filtered, x) + byteAt(above, x);
  },
  ({ filtered, plain, above, pixel }) => {
    for (let x = 0; x < filtered.length; x++) {
      plain[x] = byteAt(filtered, x) + ((byteAt(plain, x - pixel) + byteAt(above, x)) >> 1);
    }
  },
  ({ filtered, plain, above, pixel }) => {
    for (let x = 0; x < filtered.length; x++) {
      const predicted = paeth(byteAt(plain, x - pixel), byteAt(above, x), byteAt(above, x - pixel));
      plain[x] = byteAt(filtered, x) + predicted;
    }
  },
];

/** The pixels of inflated image data: rows of a filter byte and `rowBytes` bytes each. */
export function unfilterRows(data: Buffer, rowBytes: number, pixelBytes: number): Buffer {
  const rows = data.length / (rowBytes + 1);
  const pixels = Buffer.alloc(rows * rowBytes);
  let above = Buffer.alloc(rowBytes);
  for (let row = 0; row < rows; row++) {
    const from = row * (rowBytes + 1);
    const unfilter = unfilters[byteAt(data, from)];
    if (unfilter === undefined) throw new PackageError('malformed_image');
    const plain = pixels.subarray(row * rowBytes, (row + 1) * rowBytes);
    unfilter({ filtered: data.subarray(from + 1, from + 1 + rowBytes), plain, above, pixel: pixelBytes });
    above = plain;
  }
  return pixels;
}

/** A byte of a row; 0 before its first. */
const byteAt = (row: Buffer, at: number): number => (at < 0 ? 0 : (row[at] ?? 0));

/**
 * The neighbour that is nearest to left + up - upLeft; of equally near ones the first in this order. Chosen by bit
 * masks: with branches, the processor would often predict wrongly on noise, and take twice as long.
 */
function paeth(left: number, up: number, upLeft: number): number {
  const toLeft = Math.abs(up - upLeft);
  const toUp = Math.abs(left - upLeft);
  const toUpLeft = Math.abs(left + up - 2 * upLeft);
  // All bits are set where the condition holds.
  const isUp = (toUp - toLeft) >> 31;
  const nearer = (isUp & up) | (~isUp & left);
  const smallest = (isUp & toUp) | (~isUp & toLeft);
  const isUpLeft = (toUpLeft - smallest) >> 31;
  return (isUpLeft & upLeft) | (~isUpLeft & nearer);
}
