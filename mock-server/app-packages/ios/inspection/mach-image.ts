import type { Budget } from '../../budget.ts';
import { ByteView } from '../../formats/byte-view.ts';

/** Load commands and flags that tell about a program (loader.h, nlist.h of the system's sources). */
const command = { segment: 0x1, symbols: 0x2, segment64: 0x19 } as const;
/** LC_LOAD_DYLIB and its kin: weak, re-exported, lazy, upward. */
const libraryCommands: ReadonlySet<number> = new Set([0xc, 0x80000018, 0x8000001f, 0x20, 0x80000023]);
const flag = { stackExecution: 0x20000, pie: 0x200000 } as const;
const fileType = { executable: 2 } as const;
const magic = { thin32: 0xfeedface, thin64: 0xfeedfacf, fat: 0xcafebabe, fat64: 0xcafebabf } as const;
const symbolType = { debugging: 0xe0, kind: 0x0e, external: 0x01, defined: 0x0e, undefined: 0 } as const;
const processors: Readonly<Record<number, string>> = {
  12: 'arm',
  0x0100000c: 'arm64',
  7: 'x86',
  0x01000007: 'x86_64',
};
const maxCommands = 10_000;
const maxSections = 1000;
const maxSlices = 8;
const maxSymbols = 2_000_000;
const textSections: ReadonlySet<string> = new Set(['__cstring', '__oslogstring', '__const_cstring']);
const classSections: ReadonlySet<string> = new Set(['__objc_classname']);
const maxTextLength = 2048;

export interface ImageText {
  text: string;
  /** The offset from the beginning of the file. */
  at: number;
}

/** A slice of a Mach-O file: what it needs, and the content of its tables and texts. */
export interface MachImage {
  processor: string;
  isExecutable: boolean;
  allowsStackExecution: boolean;
  isPie: boolean;
  libraries: string[];
  /** Names of functions that other libraries provide. */
  undefinedSymbols: Set<string>;
  /** Whether it still contains names of its own functions that nobody outside needs. */
  hasLocalSymbols: boolean;
  /** Texts of the program, and names of its Objective-C classes. */
  texts: () => Generator<ImageText>;
  classNames: () => Generator<ImageText>;
}

interface Section {
  name: string;
  offset: number;
  bytes: number;
}

/** Reads the slice of a Mach-O file that current devices run, otherwise its first. Error: `malformed_code`. */
export function readMachImage(bytes: Buffer, budget: Budget): MachImage {
  const { offset, length } = chosenSlice(new ByteView(bytes, 'malformed_code', 'big', budget));
  const file = new ByteView(bytes, 'malformed_code', 'little', budget);
  return new ImageReader(file.part(offset, length), offset).read();
}

function chosenSlice(view: ByteView): { offset: number; length: number } {
  const kind = view.u32(0);
  if (kind !== magic.fat && kind !== magic.fat64) return { offset: 0, length: view.length };
  const wide = kind === magic.fat64;
  const count = view.u32(4);
  if (count < 1 || count > maxSlices) view.fail();
  const slices = Array.from({ length: count }, (_, i) => {
    const at = 8 + i * (wide ? 32 : 20);
    return {
      processor: view.u32(at),
      offset: wide ? view.u64(at + 8) : view.u32(at + 8),
      length: wide ? view.u64(at + 16) : view.u32(at + 12),
    };
  });
  return slices.find(({ processor }) => processors[processor] === 'arm64') ?? slices[0] ?? view.fail();
}

class ImageReader {
  readonly #view: ByteView;
  /** Where the slice begins in the file. */
  readonly #start: number;
  readonly #wide: boolean;
  readonly #image: MachImage;
  readonly #sections: Section[] = [];

  constructor(view: ByteView, start: number) {
    this.#view = view;
    this.#start = start;
    const kind = view.u32(0);
    if (kind !== magic.thin32 && kind !== magic.thin64) view.fail();
    this.#wide = kind === magic.thin64;
    const flags = view.u32(24);
    this.#image = {
      processor: processors[view.u32(4)] ?? 'other',
      isExecutable: view.u32(12) === fileType.executable,
      allowsStackExecution: (flags & flag.stackExecution) !== 0,
      isPie: (flags & flag.pie) !== 0,
      libraries: [],
      undefinedSymbols: new Set(),
      hasLocalSymbols: false,
      texts: () => this.#textsOf(textSections),
      classNames: () => this.#textsOf(classSections),
    };
  }

  read(): MachImage {
    const view = this.#view;
    const count = view.u32(16);
    if (count > maxCommands) view.fail();
    view.budget.step(count);
    let at = this.#wide ? 32 : 28;
    for (let i = 0; i < count; i++) {
      const size = view.u32(at + 4);
      if (size < 8) view.fail();
      this.#note(view.part(at, size));
      at += size;
    }
    return this.#image;
  }

  #note(loaded: ByteView): void {
    const kind = loaded.u32(0);
    if (kind === command.segment || kind === command.segment64)
      this.#noteSections(loaded, kind === command.segment64);
    else if (kind === command.symbols) this.#recordSymbols(loaded);
    else if (libraryCommands.has(kind)) this.#image.libraries.push(fixedText(loaded, loaded.u32(8)));
  }

  #noteSections(loaded: ByteView, wide: boolean): void {
    const count = loaded.u32(wide ? 64 : 48);
    if (this.#sections.length + count > maxSections) loaded.fail();
    for (let i = 0; i < count; i++) {
      const at = wide ? 72 + i * 80 : 56 + i * 68;
      this.#sections.push({
        name: fixedText(loaded.part(at, 16), 0),
        bytes: wide ? loaded.u64(at + 40) : loaded.u32(at + 36),
        offset: loaded.u32(at + (wide ? 48 : 40)),
      });
    }
  }

  #recordSymbols(loaded: ByteView): void {
    const [symbolsAt, count, stringsAt, stringBytes] = [8, 12, 16, 20].map((at) => loaded.u32(at));
    if (
      symbolsAt === undefined ||
      count === undefined ||
      stringsAt === undefined ||
      stringBytes === undefined
    )
      return;
    if (count > maxSymbols) loaded.fail();
    const size = this.#wide ? 16 : 12;
    const symbols = this.#view.part(symbolsAt, count * size);
    const strings = this.#view.part(stringsAt, stringBytes);
    symbols.budget.step(count);
    for (let i = 0; i < count; i++) {
      const type = symbols.u8(i * size + 4);
      if ((type & symbolType.debugging) !== 0) continue;
      const isExternal = (type & symbolType.external) !== 0;
      const kind = type & symbolType.kind;
      if (isExternal && kind === symbolType.undefined) this.#addSymbol(strings, symbols.u32(i * size));
      if (!isExternal && kind === symbolType.defined) this.#image.hasLocalSymbols = true;
    }
  }

  #addSymbol(strings: ByteView, at: number): void {
    const name = fixedText(strings, at);
    strings.budget.step(name.length + 1);
    this.#image.undefinedSymbols.add(name);
  }

  *#textsOf(names: ReadonlySet<string>): Generator<ImageText> {
    for (const section of this.#sections) if (names.has(section.name)) yield* this.#texts(section);
  }

  /** The texts of a section, which follow one another, each ended by a zero. */
  *#texts({ offset, bytes }: Section): Generator<ImageText> {
    this.#view.budget.step(bytes);
    const section = this.#view.slice(offset, bytes);
    for (let at = 0; at < section.length; ) {
      const zero = section.indexOf(0, at);
      const end = zero === -1 ? section.length : zero;
      const text = section.subarray(at, Math.min(end, at + maxTextLength)).toString('utf8');
      if (text !== '') yield { text, at: this.#start + offset + at };
      at = end + 1;
    }
  }
}

/** Text up to a zero or the end, at most `maxTextLength` bytes. */
function fixedText(view: ByteView, at: number): string {
  const bytes = view.slice(at, Math.min(maxTextLength, Math.max(0, view.length - at)));
  const zero = bytes.indexOf(0);
  return bytes.subarray(0, zero === -1 ? bytes.length : zero).toString('utf8');
}
