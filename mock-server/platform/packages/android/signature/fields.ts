import type { ByteView } from '../../formats/byte-view.ts';

/** Reads the values of a signing block one after the other; each list and byte string has its length (uint32) before it. */
export class Fields {
  readonly #view: ByteView;
  #at = 0;

  constructor(view: ByteView) {
    this.#view = view;
  }

  /** The bytes that are read, all of them. */
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

  /** The next number, which stays the next. */
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

  /** What is left. */
  rest(): Fields {
    const rest = this.#view.part(this.#at, this.#view.length - this.#at);
    this.#at = this.#view.length;
    return new Fields(rest);
  }

  /** Every element of a list of at most `most`; longer lists are refused, because each element costs work. */
  list<T>(most: number, read: (element: Fields) => T): T[] {
    const elements: T[] = [];
    while (!this.done) {
      if (elements.length === most) this.#view.fail();
      elements.push(read(this.part()));
    }
    return elements;
  }
}
