import type { Budget } from '../../budget.ts';
import { ByteView } from '../../formats/byte-view.ts';
import { modifiedUtf8 } from '../../formats/modified-utf8.ts';

/**
 * Where the header has the place of each table, and the bytes of one record of it ("Dalvik executable format",
 * header_item).
 */
const tables = {
  strings: { at: 56, bytes: 4 },
  types: { at: 64, bytes: 4 },
  fields: { at: 80, bytes: 8 },
  methods: { at: 88, bytes: 8 },
  classes: { at: 96, bytes: 32 },
} as const;
type TableName = keyof typeof tables;

const magic = /^dex\n0\d\d\0$/;
const headerBytes = 0x70;
const endianTag = 0x12345678;
/** What a method costs besides its instructions, in steps of the budget. */
const codeSteps = 128;
const textSteps = 16;
/** Most bytes of a text that are read. */
const maxTextLength = 2048;

export interface DexMethod {
  /** The index of its class among the types, and of its name among the strings. */
  type: number;
  name: number;
}

/** A method's code: where it begins, and its instructions. */
export interface DexCode {
  method: number;
  at: number;
  units: number;
}

/**
 * The tables of a .dex file, read when they are needed. Every offset is checked; what is read counts towards the budget
 * of the file.
 */
export class DexFile {
  readonly view: ByteView;
  readonly #tables: Record<TableName, { count: number; at: number }>;
  readonly #names = new Map<number, string>();

  constructor(bytes: Buffer, budget: Budget) {
    this.view = new ByteView(bytes, 'malformed_code', 'little', budget);
    if (!magic.test(this.view.slice(0, 8).toString('latin1'))) this.view.fail();
    if (this.view.u32(40) !== endianTag || this.view.length < headerBytes) this.view.fail();
    this.#tables = {
      strings: this.#table('strings'),
      types: this.#table('types'),
      fields: this.#table('fields'),
      methods: this.#table('methods'),
      classes: this.#table('classes'),
    };
  }

  #table(name: TableName): { count: number; at: number } {
    const { at, bytes } = tables[name];
    const count = this.view.u32(at);
    const start = this.view.u32(at + 4);
    this.view.slice(count === 0 ? 0 : start, count * bytes);
    this.view.budget.step(count);
    return { count, at: start };
  }

  count(table: TableName): number {
    return this.#tables[table].count;
  }

  #record(table: TableName, index: number): number {
    const { count, at } = this.#tables[table];
    return index < count ? at + index * tables[table].bytes : this.view.fail();
  }

  /** Where the bytes of a text begin. */
  textAt(index: number): number {
    const at = this.view.u32(this.#record('strings', index));
    return this.uleb(at).next;
  }

  /** A text, cut after `maxTextLength` bytes. */
  text(index: number): string {
    const start = this.textAt(index);
    const end = Math.min(this.view.length, start + maxTextLength);
    const zero = this.view.bytes.subarray(start, end).indexOf(0);
    const length = zero === -1 ? end - start : zero;
    this.view.budget.step(length + textSteps);
    return modifiedUtf8(this.view.slice(start, length));
  }

  /** The descriptor of a type, `Ljava/lang/String;`. */
  descriptor(type: number): string {
    const known = this.#names.get(type);
    if (known !== undefined) return known;
    const text = this.text(this.view.u32(this.#record('types', type)));
    this.#names.set(type, text);
    return text;
  }

  /** The name of a type as sources write it, `java.lang.String`. */
  className(type: number): string {
    return this.descriptor(type).replace(/^L|;$/g, '').replaceAll('/', '.');
  }

  method(index: number): DexMethod {
    const at = this.#record('methods', index);
    return { type: this.view.u16(at), name: this.view.u32(at + 4) };
  }

  /** The types of the classes that the file defines. */
  *definedTypes(): Generator<number> {
    for (let i = 0; i < this.count('classes'); i++) yield this.view.u32(this.#record('classes', i));
  }

  /** The code of a class's methods, in the file's order; the initializer of static fields comes first. */
  *codeOf(index: number): Generator<DexCode> {
    const data = this.view.u32(this.#record('classes', index) + 24);
    if (data === 0) return;
    const counts = this.#ulebs(data, 4);
    const [staticFields = 0, instanceFields = 0, direct = 0, virtual = 0] = counts.values;
    let at = counts.next;
    for (let i = 0; i < staticFields + instanceFields; i++) at = this.#ulebs(at, 2).next;
    for (const methods of [direct, virtual]) {
      let method = 0;
      for (let i = 0; i < methods; i++) {
        const { values, next } = this.#ulebs(at, 3);
        const [difference = 0, , code = 0] = values;
        method += difference;
        at = next;
        if (code !== 0) yield this.#code(method, code);
      }
    }
  }

  #code(method: number, at: number): DexCode {
    const units = this.view.u32(at + 12);
    this.view.budget.step(units + codeSteps);
    this.view.slice(at + 16, units * 2);
    return { method, at: at + 16, units };
  }

  #ulebs(at: number, count: number): { values: number[]; next: number } {
    this.view.budget.step(count);
    const values: number[] = [];
    let next = at;
    for (let i = 0; i < count; i++) {
      const read = this.uleb(next);
      values.push(read.value);
      next = read.next;
    }
    return { values, next };
  }

  /** A number of one to five bytes (unsigned LEB128). */
  uleb(at: number): { value: number; next: number } {
    let value = 0;
    for (let i = 0; i < 5; i++) {
      const byte = this.view.u8(at + i);
      value += (byte & 0x7f) * 2 ** (7 * i);
      if (byte < 0x80) return { value, next: at + i + 1 };
    }
    return this.view.fail();
  }
}
