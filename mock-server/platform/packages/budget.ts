import { imagePixels } from './limits.ts';
import { PackageError } from './package-error.ts';

const MiB = 1024 * 1024;

/**
 * What reading one file may cost, shared by all readers of it: each counts what it is about to do before it does it. So a
 * file is refused quickly, also when it spreads its load over many documents. Far more than real packages need.
 */
export class Budget {
  /** Values, elements, attributes, chunks, lookups. */
  #elements: number;
  #inflatedBytes: number;
  /** Of pictures that are decoded. */
  #pixels = imagePixels * imagePixels;

  /** `fileBytes`: the size of the whole file. A large one may unpack more: all of it is read to verify an old kind of signature. */
  constructor(fileBytes = 0, elements = 200_000) {
    this.#elements = elements;
    this.#inflatedBytes = 32 * MiB + 20 * fileBytes;
  }

  /** Before so many elements are read. Error: `too_complex`. */
  spend(elements: number): void {
    this.#elements -= elements;
    if (this.#elements < 0) throw new PackageError('too_complex');
  }

  /** When so many bytes were inflated. Error: `zip_bomb`. */
  inflate(bytes: number): void {
    this.#inflatedBytes -= bytes;
    if (this.#inflatedBytes < 0) throw new PackageError('zip_bomb');
  }

  /** Before so many pixels are decoded. Error: `malformed_image`. */
  decode(pixels: number): void {
    this.#pixels -= pixels;
    if (!(this.#pixels >= 0)) throw new PackageError('malformed_image');
  }
}
