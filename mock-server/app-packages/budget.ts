import { imagePixels } from './limits.ts';
import { PackageError } from './package-error.ts';

const MiB = 1024 * 1024;
/** As many as a worker performs in some seconds. */
const maxSteps = 256 * MiB;

/**
 * The cost that reading one file may cause, shared by all of its readers: each counts what it is about to do before it
 * does it. So a hostile file is refused quickly, even when it spreads its cost over many documents. The limits are far
 * above real packages.
 */
export class Budget {
  /** Values, elements, attributes, chunks, lookups. */
  #elements: number;
  #inflatedBytes: number;
  /** Pixels of pictures that are decoded. */
  #pixels = imagePixels * imagePixels;
  /** For code and its tables, which are far cheaper than elements and far more numerous. */
  #steps: number;

  /**
   * `fileBytes`: the size of the whole file. A large file may unpack to more bytes, because verifying an old kind of
   * signature reads all of it.
   */
  constructor(fileBytes = 0, elements = 200_000) {
    this.#elements = elements;
    this.#inflatedBytes = 32 * MiB + 20 * fileBytes;
    this.#steps = Math.min(24 * MiB + 2 * fileBytes, maxSteps);
  }

  /** To be called before `elements` elements are read. Error: `too_complex`. */
  spend(elements: number): void {
    this.#elements -= elements;
    if (this.#elements < 0) throw new PackageError('too_complex');
  }

  /** To be called after so many bytes were inflated. Error: `zip_bomb`. */
  inflate(bytes: number): void {
    this.#inflatedBytes -= bytes;
    if (this.#inflatedBytes < 0) throw new PackageError('zip_bomb');
  }

  /**
   * To be called before `count` instructions of code, records of its tables or bytes of its texts are read. Error:
   * `too_complex`.
   */
  step(count: number): void {
    this.#steps -= count;
    if (!(this.#steps >= 0)) throw new PackageError('too_complex');
  }

  /** To be called before so many pixels are decoded. Error: `malformed_image`. */
  decode(pixels: number): void {
    this.#pixels -= pixels;
    if (!(this.#pixels >= 0)) throw new PackageError('malformed_image');
  }
}
