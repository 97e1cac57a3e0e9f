import { type BodySize, maxBodyDepth } from '../../../../contract/common/body-sizes.ts';
import { ServiceError } from '../../errors.ts';

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const opening: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const closing: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** Counts the bytes of a body while it arrives. */
export class ByteMeter {
  readonly #maxBytes: number;
  #bytes = 0;

  constructor({ bytes }: Pick<BodySize, 'bytes'>) {
    this.#maxBytes = bytes;
  }

  /** Takes the next bytes. Error: `body_too_large`. */
  add(bytes: Uint8Array): void {
    this.#bytes += bytes.length;
    if (this.#bytes > this.#maxBytes) throw tooLargeError(`more than ${this.#maxBytes} bytes`);
  }
}

/**
 * Measures JSON while it arrives, before anything is parsed: a body of many small values costs a parser a hundred times
 * what sending it costs.
 */
export class JsonMeter {
  readonly #size: BodySize;
  readonly #length: ByteMeter;
  #values = 1;
  #depth = 0;
  #inText = false;
  #escaped = false;

  constructor(size: BodySize) {
    this.#size = size;
    this.#length = new ByteMeter(size);
  }

  /** Takes the next bytes. Errors: `body_too_large` for bytes or values, `invalid_input` for levels. */
  add(bytes: Uint8Array): void {
    this.#length.add(bytes);
    for (const byte of bytes) this.#count(byte);
    if (this.#values > this.#size.values) throw tooLargeError(`more than ${this.#size.values} values`);
  }

  #count(byte: number): void {
    if (this.#inText) return this.#countInText(byte);
    if (byte === quote) this.#inText = true;
    else if (byte === comma) this.#values++;
    else if (opening.has(byte)) this.#open();
    else if (closing.has(byte)) this.#depth--;
  }

  #countInText(byte: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (byte === backslash) this.#escaped = true;
    else if (byte === quote) this.#inText = false;
  }

  #open(): void {
    this.#values++;
    this.#depth++;
    if (this.#depth <= maxBodyDepth) return;
    throw new ServiceError('invalid_input', `JSON may not be nested deeper than ${maxBodyDepth} levels.`);
  }
}

const tooLargeError = (what: string) => new ServiceError('body_too_large', `The request body has ${what}.`);
