import { PackageError } from '../package-error.ts';

type Predictor = (left: number, up: number, upLeft: number) => number;

/** What each filter type adds to a byte (PNG specification, section 9.2): none, sub, up, average, Paeth. */
const predictors: readonly Predictor[] = [
  () => 0,
  (left) => left,
  (_left, up) => up,
  (left, up) => (left + up) >> 1,
  paeth,
];

/** The pixels of inflated image data: rows of a filter byte and `rowBytes` bytes each. */
export function unfilterRows(data: Buffer, rowBytes: number, pixelBytes: number): Buffer {
  const rows = data.length / (rowBytes + 1);
  const pixels = Buffer.alloc(rows * rowBytes);
  for (let row = 0; row < rows; row++) {
    const from = row * (rowBytes + 1);
    const predict = predictors[data[from] ?? 0];
    if (predict === undefined) throw new PackageError('malformed_image');
    unfilterRow(data.subarray(from + 1, from + 1 + rowBytes), pixels, row * rowBytes, pixelBytes, predict);
  }
  return pixels;
}

function unfilterRow(
  row: Buffer,
  pixels: Buffer,
  start: number,
  pixelBytes: number,
  predict: Predictor,
): void {
  const above = start - row.length;
  for (const [x, byte] of row.entries()) {
    const hasLeft = x >= pixelBytes;
    const left = hasLeft ? (pixels[start + x - pixelBytes] ?? 0) : 0;
    const up = above < 0 ? 0 : (pixels[above + x] ?? 0);
    const upLeft = hasLeft && above >= 0 ? (pixels[above + x - pixelBytes] ?? 0) : 0;
    pixels[start + x] = byte + predict(left, up, upLeft);
  }
}

/** Whichever neighbour is nearest to left + up - upLeft, in this order. */
function paeth(left: number, up: number, upLeft: number): number {
  const estimate = left + up - upLeft;
  const toLeft = Math.abs(estimate - left);
  const toUp = Math.abs(estimate - up);
  const toUpLeft = Math.abs(estimate - upLeft);
  if (toLeft <= toUp && toLeft <= toUpLeft) return left;
  return toUp <= toUpLeft ? up : upLeft;
}
