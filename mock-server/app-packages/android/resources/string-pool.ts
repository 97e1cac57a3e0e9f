import type { ByteView } from '../../formats/byte-view.ts';
import { modifiedUtf8 } from '../../formats/modified-utf8.ts';

const utf8Flag = 0x100;
/** Most characters that one pool decodes in total: the strings of a hostile pool can overlap. */
const decodedCharacters = 8 * 1024 * 1024;

/** The string pool chunk of Android's binary documents (ResStringPool_header); strings are decoded when asked for. */
export class StringPool {
  readonly #chunk: ByteView;
  readonly #count: number;
  readonly #stringsStart: number;
  readonly #isUtf8: boolean;
  readonly #decoded = new Map<number, string>();
  #charactersLeft = decodedCharacters;

  constructor(chunk: ByteView) {
    this.#chunk = chunk;
    this.#count = chunk.u32(8);
    this.#isUtf8 = (chunk.u32(16) & utf8Flag) !== 0;
    this.#stringsStart = chunk.u32(20);
  }

  /** The string at `index`, or null when the pool has none there (0xffffffff means "no string"). */
  get(index: number): string | null {
    if (index >= this.#count) return null;
    const known = this.#decoded.get(index);
    if (known !== undefined) return known;
    const offsets = this.#chunk.u16(2);
    const text = this.#decode(this.#stringsStart + this.#chunk.u32(offsets + index * 4));
    this.#decoded.set(index, text);
    return text;
  }

  #decode(at: number): string {
    const { length, start } = this.#isUtf8 ? this.#utf8Length(at) : this.#utf16Length(at);
    this.#charactersLeft -= length;
    if (this.#charactersLeft < 0) this.#chunk.fail();
    return this.#isUtf8
      ? modifiedUtf8(this.#chunk.slice(start, length))
      : this.#chunk.slice(start, length * 2).toString('utf16le');
  }

  /** Two lengths before the bytes: in UTF-16 units, then in bytes; each takes a second byte when it is long. */
  #utf8Length(at: number): { length: number; start: number } {
    const afterUnits = at + (this.#chunk.u8(at) < 0x80 ? 1 : 2);
    const first = this.#chunk.u8(afterUnits);
    if (first < 0x80) return { length: first, start: afterUnits + 1 };
    return { length: ((first & 0x7f) << 8) | this.#chunk.u8(afterUnits + 1), start: afterUnits + 2 };
  }

  #utf16Length(at: number): { length: number; start: number } {
    const first = this.#chunk.u16(at);
    if (first < 0x8000) return { length: first, start: at + 2 };
    return { length: (first & 0x7fff) * 0x10000 + this.#chunk.u16(at + 2), start: at + 4 };
  }
}
