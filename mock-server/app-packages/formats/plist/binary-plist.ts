import type { Budget } from '../../budget.ts';
import type { PackageErrorCode } from '../../package-error.ts';
import { ByteView } from '../byte-view.ts';
import { type PlistDictionary, type PlistValue, plistLimits } from './plist-value.ts';

const trailerBytes = 32;
const secondsTo2001 = 978_307_200;
const falseMarker = 0x08;
const trueMarker = 0x09;

/**
 * Reads a binary property list ("bplist00"): objects, a table of their offsets, and a trailer with the place of that
 * table.
 */
export function parseBinaryPlist(bytes: Buffer, code: PackageErrorCode, budget?: Budget): PlistDictionary {
  const view = new ByteView(bytes, code, 'big', budget);
  const value = new BinaryPlist(view).root();
  return value instanceof Map ? value : view.fail();
}

class BinaryPlist {
  readonly #view: ByteView;
  readonly #offsetBytes: number;
  readonly #referenceBytes: number;
  readonly #tableOffset: number;
  readonly #rootIndex: number;
  #valuesLeft: number = plistLimits.values;
  #textLeft: number = plistLimits.textBytes;

  constructor(view: ByteView) {
    const trailer = view.part(view.length - trailerBytes, trailerBytes);
    this.#view = view;
    this.#offsetBytes = trailer.u8(6);
    this.#referenceBytes = trailer.u8(7);
    this.#rootIndex = trailer.u64(16);
    this.#tableOffset = trailer.u64(24);
  }

  root(): PlistValue {
    return this.#value(this.#rootIndex, 0);
  }

  /**
   * Counts every value that it visits, including repeated ones: lists that refer to the same list many times expand
   * enormously.
   */
  #value(index: number, depth: number): PlistValue {
    this.#valuesLeft -= 1;
    this.#view.budget.spend(1);
    if (this.#valuesLeft < 0 || depth > plistLimits.depth) this.#view.fail();
    const at = this.#unsigned(this.#tableOffset + index * this.#offsetBytes, this.#offsetBytes);
    const marker = this.#view.u8(at);
    const kind = marker >> 4;
    if (kind === 0x0) return this.#singleton(marker);
    if (kind === 0x1) return this.#integer(at + 1, 2 ** (marker & 0x0f));
    if (kind === 0x2) return this.#real(at + 1, 2 ** (marker & 0x0f));
    if (kind === 0x3) return this.#date(at + 1);
    if (kind === 0x8) return this.#unsigned(at + 1, (marker & 0x0f) + 1);
    return this.#sized(kind, at, depth);
  }

  #singleton(marker: number): PlistValue {
    if (marker === falseMarker || marker === trueMarker) return marker === trueMarker;
    return marker === 0 ? null : this.#view.fail();
  }

  #sized(kind: number, at: number, depth: number): PlistValue {
    const { count, start } = this.#count(at);
    if (kind === 0x4) return this.#paid(start, count);
    if (kind === 0x5) return this.#paid(start, count).toString('latin1');
    if (kind === 0x6)
      return Buffer.from(this.#paid(start, count * 2))
        .swap16()
        .toString('utf16le');
    if (kind === 0xa) return this.#references(start, count).map((index) => this.#value(index, depth + 1));
    return kind === 0xd ? this.#dictionary(start, count, depth) : this.#view.fail();
  }

  #dictionary(start: number, count: number, depth: number): PlistDictionary {
    const keys = this.#references(start, count);
    const values = this.#references(start + count * this.#referenceBytes, count);
    const dictionary: PlistDictionary = new Map();
    for (const [position, index] of values.entries()) {
      const key = this.#value(keys[position] ?? -1, depth + 1);
      dictionary.set(typeof key === 'string' ? key : this.#view.fail(), this.#value(index, depth + 1));
    }
    return dictionary;
  }

  #references(start: number, count: number): number[] {
    if (count > this.#valuesLeft) this.#view.fail();
    const size = this.#referenceBytes;
    return Array.from({ length: count }, (_, i) => this.#unsigned(start + i * size, size));
  }

  /** A count below 15 is in the marker; a larger one is an integer that follows it. */
  #count(at: number): { count: number; start: number } {
    const short = this.#view.u8(at) & 0x0f;
    if (short < 15) return { count: short, start: at + 1 };
    const size = 2 ** (this.#view.u8(at + 1) & 0x0f);
    return { count: this.#unsigned(at + 2, size), start: at + 2 + size };
  }

  #paid(start: number, length: number): Buffer {
    this.#textLeft -= length;
    return this.#textLeft < 0 ? this.#view.fail() : this.#view.slice(start, length);
  }

  #unsigned(at: number, size: number): number {
    if (size < 1 || size > 8) this.#view.fail();
    let value = 0;
    for (let i = 0; i < size; i++) value = value * 256 + this.#view.u8(at + i);
    return value;
  }

  /** Integers of up to four bytes are unsigned, those of eight signed; of sixteen bytes only the last eight are read. */
  #integer(at: number, size: number): number {
    if (size === 16) return this.#view.i64(at + 8);
    return size === 8 ? this.#view.i64(at) : this.#unsigned(at, size);
  }

  #real(at: number, size: number): number {
    const value = size === 4 ? this.#view.f32(at) : size === 8 ? this.#view.f64(at) : this.#view.fail();
    return Number.isFinite(value) ? value : this.#view.fail();
  }

  #date(at: number): Date {
    const date = new Date((this.#view.f64(at) + secondsTo2001) * 1000);
    return Number.isNaN(date.getTime()) ? this.#view.fail() : date;
  }
}
