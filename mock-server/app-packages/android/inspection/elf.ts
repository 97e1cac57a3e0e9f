import type { NativeLibrary } from '../../../../contract/common/inspection-report.ts';
import type { Budget } from '../../budget.ts';
import { ByteView } from '../../formats/byte-view.ts';

/** Processors (`e_machine`) of Android devices. */
const processors: Readonly<Record<number, string>> = {
  3: 'x86',
  8: 'mips',
  40: 'arm',
  62: 'x86_64',
  183: 'arm64',
  243: 'riscv64',
};
const segment = { load: 1, dynamic: 2, stack: 0x6474e551, relro: 0x6474e552 } as const;
const dynamic = {
  end: 0,
  needed: 1,
  stringTable: 5,
  stringBytes: 10,
  bindNow: 24,
  flags: 30,
  flags1: 0x6ffffffb,
} as const;
const symbolTable = 2;
const executableFlag = 1;
const sharedObject = 3;
const maxSegments = 1000;
const maxSections = 20_000;
const maxDynamic = 20_000;
const maxStringBytes = 16 * 1024 * 1024;

interface Segment {
  type: number;
  flags: number;
  offset: number;
  address: number;
  bytes: number;
}

/** What an ELF library says about itself, and the names of the libraries that it needs. */
export interface ElfFacts extends Omit<NativeLibrary, 'place'> {
  needed: string[];
}

/** Reads an ELF file ("System V ABI", chapters 4 and 5). Error: `malformed_code`. */
export function readElf(bytes: Buffer, budget: Budget): ElfFacts {
  const view = new ByteView(bytes, 'malformed_code', 'little', budget);
  // Android knows little-endian files only.
  if (view.slice(0, 4).toString('latin1') !== '\x7fELF' || view.u8(5) !== 1) view.fail();
  const wide = view.u8(4) === 2;
  const segments = readSegments(view, wide);
  const entries = readDynamic(view, wide, segments);
  const names = dynamicStrings(view, segments, entries);
  const stack = segments.find(({ type }) => type === segment.stack);
  return {
    processor: processors[view.u16(18)] ?? 'other',
    nx: stack !== undefined && (stack.flags & executableFlag) === 0,
    pie: view.u16(16) === sharedObject,
    canary: includesName(names, '__stack_chk_fail'),
    relro: relroOf(segments, entries),
    stripped: !hasSymbolTable(view, wide),
    needed: entries.flatMap(([tag, value]) => (tag === dynamic.needed ? nameAt(names, value) : [])),
  };
}

function readSegments(view: ByteView, wide: boolean): Segment[] {
  const start = wide ? view.u64(32) : view.u32(28);
  const size = view.u16(wide ? 54 : 42);
  const count = view.u16(wide ? 56 : 44);
  if (count > maxSegments || (count > 0 && size < (wide ? 56 : 32))) view.fail();
  view.budget.step(count);
  return Array.from({ length: count }, (_, i) => {
    const at = start + i * size;
    return wide
      ? {
          type: view.u32(at),
          flags: view.u32(at + 4),
          offset: view.u64(at + 8),
          address: view.u64(at + 16),
          bytes: view.u64(at + 32),
        }
      : {
          type: view.u32(at),
          flags: view.u32(at + 24),
          offset: view.u32(at + 4),
          address: view.u32(at + 8),
          bytes: view.u32(at + 16),
        };
  });
}

/** Tags and values of the dynamic section. Flags may use all 64 bits, of which only the lower ones matter here. */
function readDynamic(view: ByteView, wide: boolean, segments: readonly Segment[]): [number, number][] {
  const found = segments.find(({ type }) => type === segment.dynamic);
  if (found === undefined) return [];
  const size = wide ? 16 : 8;
  const count = Math.min(Math.floor(found.bytes / size), maxDynamic);
  view.budget.step(count);
  const entries: [number, number][] = [];
  for (let i = 0; i < count; i++) {
    const at = found.offset + i * size;
    const tag = view.u32(at);
    if (tag === dynamic.end) break;
    entries.push([tag, view.u32(at + (wide ? 8 : 4))]);
  }
  return entries;
}

/** The texts of the dynamic section: names of libraries and symbols. */
function dynamicStrings(
  view: ByteView,
  segments: readonly Segment[],
  entries: readonly [number, number][],
): Buffer {
  const address = valueOf(entries, dynamic.stringTable);
  const bytes = valueOf(entries, dynamic.stringBytes);
  const holder = segments.find(
    ({ type, address: start, bytes: length }) =>
      type === segment.load && address !== null && address >= start && address < start + length,
  );
  if (address === null || bytes === null || holder === undefined) return Buffer.alloc(0);
  if (bytes > maxStringBytes) view.fail();
  view.budget.step(bytes);
  return view.slice(holder.offset + address - holder.address, bytes);
}

const valueOf = (entries: readonly [number, number][], tag: number): number | null =>
  entries.find(([found]) => found === tag)?.[1] ?? null;

const includesName = (names: Buffer, name: string): boolean => names.includes(`\0${name}\0`, 0, 'latin1');

function nameAt(names: Buffer, at: number): string[] {
  const end = names.indexOf(0, at);
  return at >= names.length || end === -1 ? [] : [names.subarray(at, end).toString('latin1')];
}

/** Whether addresses that are bound at the start are made read-only: all of them only when nothing is bound later. */
function relroOf(segments: readonly Segment[], entries: readonly [number, number][]): NativeLibrary['relro'] {
  if (!segments.some(({ type }) => type === segment.relro)) return 'none';
  const bindsNow =
    valueOf(entries, dynamic.bindNow) !== null ||
    ((valueOf(entries, dynamic.flags) ?? 0) & 8) !== 0 ||
    ((valueOf(entries, dynamic.flags1) ?? 0) & 1) !== 0;
  return bindsNow ? 'full' : 'partial';
}

function hasSymbolTable(view: ByteView, wide: boolean): boolean {
  const start = wide ? view.u64(40) : view.u32(32);
  const size = view.u16(wide ? 58 : 46);
  const count = Math.min(view.u16(wide ? 60 : 48), maxSections);
  if (start === 0 || count === 0) return false;
  view.budget.step(count);
  for (let i = 0; i < count; i++) if (view.u32(start + i * size + 4) === symbolTable) return true;
  return false;
}
