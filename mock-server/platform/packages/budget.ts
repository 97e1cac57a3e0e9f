import { imagePixels } from './limits.ts';
import { PackageError } from './package-error.ts';

const MiB = 1024 * 1024;
/** What a worker does in some seconds. */
const mostSteps = 256 * MiB;

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
  /** Of code and its tables: far smaller than elements, and far more of them. */
  #steps: number;

  /** `fileBytes`: the size of the whole file. A large one may unpack more: all of it is read to verify an old kind of signature. */
  constructor(fileBytes = 0, elements = 200_000) {
    this.#elements = elements;
    this.#inflatedBytes = 32 * MiB + 20 * fileBytes;
    this.#steps = Math.min(24 * MiB + 2 * fileBytes, mostSteps);
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

  /** Before so many instructions of code, records of its tables or bytes of its texts are looked at. Error: `too_complex`. */
  step(count: number): void {
    this.#steps -= count;
    if (!(this.#steps >= 0)) throw new PackageError('too_complex');
  }

  /** Before so many pixels are decoded. Error: `malformed_image`. */
  decode(pixels: number): void {
    this.#pixels -= pixels;
    if (!(this.#pixels >= 0)) throw new PackageError('malformed_image');
  }
}
