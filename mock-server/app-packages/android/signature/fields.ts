import type { ByteView } from '../../formats/byte-view.ts';

/**
 * Reads the values of a signing block one after another; each list and byte string is preceded by its length (uint32).
 */
export class Fields {
  readonly #view: ByteView;
  #at = 0;

  constructor(view: ByteView) {
    this.#view = view;
  }

  /** All bytes that are read. */
  get all(): Buffer {
    return this.#view.bytes;
  }

  get done(): boolean {
    return this.#at >= this.#view.length;
  }

  u32(): number {
    const value = this.#view.u32(this.#at);
    this.#at += 4;
    return value;
  }

  /** The next number, without moving on. */
  peekU32(): number {
    return this.#view.u32(this.#at);
  }

  bytes(): Buffer {
    return this.part().all;
  }

  part(): Fields {
    const length = this.u32();
    const part = new Fields(this.#view.part(this.#at, length));
    this.#at += length;
    return part;
  }

  /** The remaining bytes. */
  rest(): Fields {
    const rest = this.#view.part(this.#at, this.#view.length - this.#at);
    this.#at = this.#view.length;
    return new Fields(rest);
  }

  /** The elements of a list of at most `max`; a longer list is refused, because each element costs work. */
  list<T>(max: number, read: (element: Fields) => T): T[] {
    const elements: T[] = [];
    while (!this.done) {
      if (elements.length === max) this.#view.fail();
      elements.push(read(this.part()));
    }
    return elements;
  }
}
