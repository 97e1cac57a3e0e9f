import { Budget } from '../budget.ts';
import { PackageError, type PackageErrorCode } from '../package-error.ts';

/**
 * Bytes of a package, read with every offset checked: a read past the end refuses the package with the
 * view's own code, so that parsers need no bounds checks of their own.
 */
export class ByteView {
  readonly bytes: Buffer;
  readonly code: PackageErrorCode;
  /** What reading the whole file may still cost. */
  readonly budget: Budget;
  readonly #view: DataView;
  readonly #littleEndian: boolean;

  constructor(bytes: Buffer, code: PackageErrorCode, endian: 'little' | 'big', budget = new Budget()) {
    this.bytes = bytes;
    this.code = code;
    this.budget = budget;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#littleEndian = endian === 'little';
  }

  get length(): number {
    return this.bytes.length;
  }

  u8(at: number): number {
    return this.#view.getUint8(this.#checked(at, 1));
  }

  u16(at: number): number {
    return this.#view.getUint16(this.#checked(at, 2), this.#littleEndian);
  }

  u32(at: number): number {
    return this.#view.getUint32(this.#checked(at, 4), this.#littleEndian);
  }

  i32(at: number): number {
    return this.#view.getInt32(this.#checked(at, 4), this.#littleEndian);
  }

  /** An unsigned 64-bit number. Above 2^53 the package is refused: no real length or offset is that large. */
  u64(at: number): number {
    const value = this.#view.getBigUint64(this.#checked(at, 8), this.#littleEndian);
    if (value > Number.MAX_SAFE_INTEGER) this.fail();
    return Number(value);
  }

  i64(at: number): number {
    return Number(this.#view.getBigInt64(this.#checked(at, 8), this.#littleEndian));
  }

  f32(at: number): number {
    return this.#view.getFloat32(this.#checked(at, 4), this.#littleEndian);
  }

  f64(at: number): number {
    return this.#view.getFloat64(this.#checked(at, 8), this.#littleEndian);
  }

  /** `length` bytes from `at`; they share the memory of this view. */
  slice(at: number, length: number): Buffer {
    const start = this.#checked(at, length);
    return this.bytes.subarray(start, start + length);
  }

  /** A part of this view, with its own offsets. */
  part(at: number, length: number): ByteView {
    const endian = this.#littleEndian ? 'little' : 'big';
    return new ByteView(this.slice(at, length), this.code, endian, this.budget);
  }

  /** Refuses the package to which these bytes belong. */
  fail(): never {
    throw new PackageError(this.code);
  }

  #checked(at: number, length: number): number {
    const inside = Number.isSafeInteger(at) && at >= 0 && length >= 0 && at + length <= this.bytes.length;
    return inside ? at : this.fail();
  }
}
