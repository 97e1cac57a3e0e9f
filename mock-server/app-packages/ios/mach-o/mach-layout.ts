import { ByteView } from '../../formats/byte-view.ts';
import { documentBytes } from '../../limits.ts';
import { PackageError, type PackageErrorCode } from '../../package-error.ts';
import { type MachHeader, machHeaderBytes, readMachHeader } from './load-commands.ts';

/** Reads bytes of an executable; fewer when it ends before. */
export type ReadBytes = (start: number, length: number) => Promise<Buffer>;

/** One processor's part of an executable: the whole file, or a part of a universal one. */
export interface SliceRange {
  offset: number;
  bytes: number;
}

interface Place extends SliceRange {
  /** Where its load command begins. */
  command: number;
}

/** The layout of a slice (loader.h of the system's sources). Offsets count from the slice's beginning. */
export interface MachLayout {
  wide: boolean;
  /** The header and the load commands. */
  head: Buffer;
  /** `MH_EXECUTE`: a program, and no library. */
  isProgram: boolean;
  /** Free bytes between the load commands and the content after them. */
  roomBytes: number;
  /** `__TEXT`, which holds the instructions. */
  text: SliceRange;
  /** `__LINKEDIT`, the last part. */
  linkEdit: Place;
  /** The place of the signature by `LC_CODE_SIGNATURE`, at the end of `__LINKEDIT`. */
  signature: Place | null;
  isEncrypted: boolean;
}

const kind = { segment: 0x1, segment64: 0x19, codeSignature: 0x1d, encryption: 0x21, encryption64: 0x2c };
const program = 2;
/** More than any real executable has. */
const maxCommands = 4096;
const zeroFill: ReadonlySet<number> = new Set([0x1, 0xc, 0x12]);

/** Reads the layout of a slice. Errors: PackageError, one for each way in which a layout can be wrong. */
export async function readLayout(read: ReadBytes, slice: SliceRange, entry: string): Promise<MachLayout> {
  const start = await read(slice.offset, Math.min(machHeaderBytes, slice.bytes));
  const header = readMachHeader(start);
  const commandsEnd = header.headerBytes + header.commandBytes;
  const refuse = (code: PackageErrorCode): never => {
    throw new PackageError(code, { entry });
  };
  if (header.commandCount > maxCommands) refuse('too_many_load_commands');
  if (commandsEnd > slice.bytes || header.commandBytes > documentBytes.loadCommands) {
    refuse('load_commands_outside');
  }
  const head = await read(slice.offset, commandsEnd);
  if (head.length < commandsEnd) refuse('truncated_executable');
  return new LayoutReader(head, header, slice.bytes, refuse).layout();
}

interface Segment extends Place {
  name: string;
}

class LayoutReader {
  readonly #view: ByteView;
  readonly #header: MachHeader;
  readonly #sliceBytes: number;
  readonly #refuse: (code: PackageErrorCode) => never;
  readonly #segments: Segment[] = [];
  #signature: Place | null = null;
  #isEncrypted = false;
  /** Where the first content after the load commands begins. */
  #contentStart: number;

  constructor(
    head: Buffer,
    header: MachHeader,
    sliceBytes: number,
    refuse: (code: PackageErrorCode) => never,
  ) {
    this.#view = new ByteView(head, 'load_commands_outside', 'little');
    this.#header = header;
    this.#sliceBytes = sliceBytes;
    this.#refuse = refuse;
    this.#contentStart = sliceBytes;
  }

  layout(): MachLayout {
    this.#readCommands();
    this.#checkSegments();
    const [text, linkEdit] = ['__TEXT', '__LINKEDIT'].map((name) =>
      this.#segments.find((segment) => segment.name === name),
    );
    if (text === undefined || linkEdit === undefined) return this.#refuse('malformed_executable');
    this.#checkSignature(linkEdit);
    return {
      wide: this.#header.is64Bit,
      head: this.#view.bytes,
      isProgram: this.#view.u32(12) === program,
      roomBytes: this.#contentStart - this.#view.length,
      text: { offset: text.offset, bytes: text.bytes },
      linkEdit,
      signature: this.#signature,
      isEncrypted: this.#isEncrypted,
    };
  }

  #readCommands(): void {
    let at = this.#header.headerBytes;
    for (let i = 0; i < this.#header.commandCount; i++) {
      const size = this.#view.u32(at + 4);
      if (size < 8 || at + size > this.#view.length) this.#refuse('load_commands_outside');
      this.#note(this.#view.part(at, size), at);
      at += size;
    }
  }

  #note(command: ByteView, at: number): void {
    const type = command.u32(0);
    if (type === kind.segment || type === kind.segment64) this.#noteSegment(command, at);
    if (type === kind.encryption || type === kind.encryption64) this.#isEncrypted ||= command.u32(16) !== 0;
    if (type !== kind.codeSignature) return;
    if (this.#signature !== null) this.#refuse('misplaced_signature');
    this.#signature = { command: at, offset: command.u32(8), bytes: command.u32(12) };
  }

  #noteSegment(command: ByteView, at: number): void {
    const wide = this.#header.is64Bit;
    const [offset, bytes] = wide ? [command.u64(40), command.u64(48)] : [command.u32(32), command.u32(36)];
    const name = command.slice(8, 16).toString('latin1').replace(/\0.*$/s, '');
    this.#segments.push({ name, offset, bytes, command: at });
    if (offset > 0 && bytes > 0) this.#contentStart = Math.min(this.#contentStart, offset);
    const sectionBytes = wide ? 80 : 68;
    const count = command.u32(wide ? 64 : 48);
    if (count > command.length / sectionBytes) this.#refuse('load_commands_outside');
    for (let i = 0; i < count; i++) {
      this.#noteSection(command.part((wide ? 72 : 56) + i * sectionBytes, sectionBytes), wide);
    }
  }

  #noteSection(section: ByteView, wide: boolean): void {
    const size = wide ? section.u64(40) : section.u32(36);
    const offset = section.u32(wide ? 48 : 40);
    const type = section.u32(wide ? 64 : 56) & 0xff;
    if (size === 0 || offset === 0 || zeroFill.has(type)) return;
    if (offset + size > this.#sliceBytes) this.#refuse('load_commands_outside');
    this.#contentStart = Math.min(this.#contentStart, offset);
  }

  #checkSegments(): void {
    const filled = this.#segments
      .filter(({ bytes }) => bytes > 0)
      .sort((a, b) => a.offset - b.offset || a.bytes - b.bytes);
    for (const [index, { offset, bytes }] of filled.entries()) {
      if (offset + bytes > this.#sliceBytes) this.#refuse('truncated_executable');
      const next = filled[index + 1];
      if (next !== undefined && offset + bytes > next.offset) this.#refuse('overlapping_segments');
    }
    const names = this.#segments.map(({ name }) => name);
    if (new Set(names).size !== names.length) this.#refuse('overlapping_segments');
    if (this.#contentStart < this.#view.length) this.#refuse('overlapping_segments');
  }

  /** `__LINKEDIT` must end the slice, and the signature must end it. */
  #checkSignature(linkEdit: Segment): void {
    const end = linkEdit.offset + linkEdit.bytes;
    const last = this.#segments.every(({ offset, bytes }) => bytes === 0 || offset <= linkEdit.offset);
    if (!last || end !== this.#sliceBytes) this.#refuse('misplaced_signature');
    if (this.#signature === null) return;
    const { offset, bytes } = this.#signature;
    if (offset < linkEdit.offset || offset + bytes !== end) this.#refuse('misplaced_signature');
  }
}
