import type { DexCode, DexFile } from './dex-file.ts';
import { op, payload, target, targetOf, unitsOf } from './dex-instructions.ts';

/** A constant in a register. */
export type Constant =
  | { kind: 'text'; index: number }
  | { kind: 'number'; value: number }
  | { kind: 'bytes'; bytes: Buffer };

/**
 * A call that the walk has reached. `values` are those of the argument registers, the object first; null where it is no
 * constant.
 */
export interface Call {
  method: number;
  values: readonly (Constant | null)[];
  /** The offset of the instruction in the file. */
  at: number;
}

export interface Listener {
  /** Whether calls of this method are wanted. */
  wants(method: number): boolean;
  /** Called for a wanted call; returns its result where that is a constant too. */
  called(call: Call): Constant | null;
  /** Called for each text that is loaded. */
  loaded(text: number, at: number): void;
}

const maxArrayBytes = 4096;

/**
 * Walks through the instructions of a method and follows constants through its registers to the calls that use them. It
 * does not follow jumps: the value that it finds in a register got there by a path that the code can take. After a
 * jump, a return or a throw, nothing is known any more.
 */
export class DexWalk {
  readonly #dex: DexFile;
  readonly #listener: Listener;
  readonly #registers = new Map<number, Constant>();
  /** The values that static fields of the class get when it is loaded. */
  readonly #fields = new Map<number, Constant>();
  #result: Constant | null = null;

  constructor(dex: DexFile, listener: Listener) {
    this.#dex = dex;
    this.#listener = listener;
  }

  /** To be called before the methods of another class are walked. */
  enterClass(): void {
    this.#fields.clear();
  }

  /**
   * `setsFields`: this is the class's static initializer, whose writes to static fields are kept for its other methods.
   */
  walk({ at, units }: DexCode, setsFields: boolean): void {
    const { view } = this.#dex;
    this.#registers.clear();
    const end = at + units * 2;
    for (let pc = at; pc < end; ) {
      const unit = view.u16(pc);
      const length = this.#payloadBytes(unit, pc);
      if (length === 0) this.#step(unit, pc, setsFields);
      pc += length === 0 ? (unitsOf[unit & 0xff] ?? 1) * 2 : length;
    }
  }

  /** Bytes of the table at `pc`; 0 for an instruction. */
  #payloadBytes(unit: number, pc: number): number {
    if ((unit & 0xff) !== 0 || unit === 0) return 0;
    const { view } = this.#dex;
    if (unit === payload.packedSwitch) return 8 + view.u16(pc + 2) * 4;
    if (unit === payload.sparseSwitch) return 4 + view.u16(pc + 2) * 8;
    if (unit !== payload.fillArrayData) return 0;
    const bytes = view.u16(pc + 2) * view.u32(pc + 4);
    return 8 + bytes + (bytes % 2);
  }

  #step(unit: number, pc: number, setsFields: boolean): void {
    const code = unit & 0xff;
    const isRange = code >= op.invokeRangeFirst && code <= op.invokeRangeLast;
    if (isRange || (code >= op.invokeFirst && code <= op.invokeLast)) {
      this.#invoke(unit, pc, isRange);
      return;
    }
    if ((code >= op.returnFirst && code <= op.returnLast) || code === op.throw) this.#registers.clear();
    else if (code >= op.gotoFirst && code <= op.gotoLast) this.#registers.clear();
    else if (code === op.fillArrayData) this.#fill(unit, pc);
    else if (code === op.putStaticObject) this.#put(unit, pc, setsFields);
    else this.#write(code, unit, pc);
  }

  #write(code: number, unit: number, pc: number): void {
    const where = targetOf[code];
    if (where === target.none) return;
    const { view } = this.#dex;
    const register =
      where === target.nibble ? (unit >> 8) & 0xf : where === target.byte ? unit >> 8 : view.u16(pc + 2);
    const value = this.#valueOf(code, unit, pc);
    if (value === null) this.#registers.delete(register);
    else this.#registers.set(register, value);
  }

  #valueOf(code: number, unit: number, pc: number): Constant | null {
    const { view } = this.#dex;
    switch (code) {
      case op.constString:
        return this.#load(view.u16(pc + 2), pc);
      case op.constStringJumbo:
        return this.#load(view.u32(pc + 2), pc);
      case op.const4:
        return { kind: 'number', value: (unit << 16) >> 28 };
      case op.const16:
        return { kind: 'number', value: (view.u16(pc + 2) << 16) >> 16 };
      case op.const32:
        return { kind: 'number', value: view.i32(pc + 2) };
      case op.moveObject:
        return this.#registers.get((unit >> 12) & 0xf) ?? null;
      case op.moveObjectFrom16:
        return this.#registers.get(view.u16(pc + 2)) ?? null;
      case op.moveObject16:
        return this.#registers.get(view.u16(pc + 4)) ?? null;
      case op.moveResultObject:
        return this.#result;
      case op.getStaticObject:
        return this.#fields.get(view.u16(pc + 2)) ?? null;
      default:
        return null;
    }
  }

  #load(index: number, pc: number): Constant {
    this.#listener.loaded(index, pc);
    return { kind: 'text', index };
  }

  #put(unit: number, pc: number, setsFields: boolean): void {
    const field = this.#dex.view.u16(pc + 2);
    const value = this.#registers.get(unit >> 8);
    // A second write: it is not known which of the values the field has.
    if (!setsFields || value === undefined || this.#fields.has(field)) this.#fields.delete(field);
    else this.#fields.set(field, value);
  }

  /** The first bytes of an array. */
  #fill(unit: number, pc: number): void {
    const { view } = this.#dex;
    const at = pc + view.i32(pc + 2) * 2;
    this.#registers.delete(unit >> 8);
    if (view.u16(at) !== payload.fillArrayData || view.u16(at + 2) !== 1) return;
    const length = view.u32(at + 4);
    if (length > maxArrayBytes) return;
    this.#registers.set(unit >> 8, { kind: 'bytes', bytes: view.slice(at + 8, length) });
  }

  #invoke(unit: number, pc: number, isRange: boolean): void {
    const { view } = this.#dex;
    const method = view.u16(pc + 2);
    this.#result = null;
    if (!this.#listener.wants(method)) return;
    const values = argumentRegisters(unit, view.u16(pc + 4), isRange).map(
      (register) => this.#registers.get(register) ?? null,
    );
    this.#result = this.#listener.called({ method, values, at: pc });
  }
}

function argumentRegisters(unit: number, last: number, isRange: boolean): number[] {
  if (isRange) return Array.from({ length: unit >> 8 }, (_, i) => last + i);
  const named = [0, 4, 8, 12].map((shift) => (last >> shift) & 0xf);
  return [...named, (unit >> 8) & 0xf].slice(0, Math.min(5, unit >> 12));
}
