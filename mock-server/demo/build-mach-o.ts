/** Options of an executable; the defaults are what current devices accept. */
export interface MachOOptions {
  /** `armv7` is the 32-bit processor of devices before 2013. */
  processor?: 'arm64' | 'armv7';
  /** The oldest system, two or three numbers. */
  minOs?: string;
  /** `cryptid` of the encryption command: 1 is what the App Store gives out. */
  cryptId?: number;
  platform?: 'device' | 'simulator';
  /** A code signature to carry at the end; none leaves the executable unsigned. */
  signature?: Buffer | null;
}

const pageBytes = 0x4000;
const executableType = 2;
/** No undefined symbols, for dyld, two-level names, position independent. */
const headerFlags = 0x1 | 0x4 | 0x80 | 0x200000;
const readable = 1;
const readableAndExecutable = 5;
const pureInstructions = 0x80000400;
const sdkVersion = '18.0';

/** `return 0` of each processor. */
const code = {
  arm64: Buffer.from('00008052c0035fd6', 'hex'),
  armv7: Buffer.from('0000a0e31eff2fe1', 'hex'),
};

/** A Mach-O executable whose main function returns at once: the smallest iOS program (loader.h of the system's sources). */
export function buildMachO(options: MachOOptions = {}): Buffer {
  const { processor = 'arm64', signature = null } = options;
  const wide = processor === 'arm64';
  const commands = loadCommands(options, wide);
  const body = Buffer.concat(commands);
  const header = u32(
    wide ? 0xfeedfacf : 0xfeedface,
    wide ? 0x0100000c : 12,
    wide ? 0 : 9,
    executableType,
    commands.length,
    body.length,
    headerFlags,
    ...(wide ? [0] : []),
  );
  const text = Buffer.alloc(pageBytes);
  Buffer.concat([header, body]).copy(text);
  code[processor].copy(text, getCodeOffset(processor));
  return Buffer.concat([text, buildLinkEdit(signature)]);
}

function loadCommands(options: MachOOptions, wide: boolean): Buffer[] {
  const { processor = 'arm64', minOs = '14.0', cryptId = 0, platform = 'device', signature = null } = options;
  const base = wide ? 0x1_0000_0000 : pageBytes;
  const linkEditBytes = buildLinkEdit(signature).length;
  const textSection = buildSection(
    wide,
    base + getCodeOffset(processor),
    getCodeOffset(processor),
    code[processor].length,
  );
  return [
    buildSegment(wide, '__PAGEZERO', { address: 0, memory: base, offset: 0, bytes: 0, access: 0 }),
    buildSegment(
      wide,
      '__TEXT',
      { address: base, memory: pageBytes, offset: 0, bytes: pageBytes, access: readableAndExecutable },
      textSection,
    ),
    buildSegment(wide, '__LINKEDIT', {
      address: base + pageBytes,
      memory: pageBytes,
      offset: pageBytes,
      bytes: linkEditBytes,
      access: readable,
    }),
    buildCommand(0x80000022, u32(0, 0, 0, 0, 0, 0, 0, 0, 0, 0)),
    buildCommand(0x2, u32(pageBytes, 0, pageBytes, stringTable.length)),
    buildCommand(0xb, u32(...Array.from({ length: 18 }, () => 0))),
    buildCommand(0xe, withText(u32(12), '/usr/lib/dyld')),
    buildCommand(0x1b, Buffer.from('6170707368656c662d64656d6f2d3031', 'hex')),
    buildCommand(0x32, u32(platform === 'device' ? 2 : 7, packVersion(minOs), packVersion(sdkVersion), 0)),
    buildCommand(wide ? 0x2c : 0x21, u32(pageBytes, 0, cryptId, ...(wide ? [0] : []))),
    buildCommand(0x80000028, Buffer.concat([u64(getCodeOffset(processor)), u64(0)])),
    ...['/usr/lib/libSystem.B.dylib', '/System/Library/Frameworks/UIKit.framework/UIKit'].map(loadLibrary),
    ...(signature === null
      ? []
      : [buildCommand(0x1d, u32(pageBytes + stringTable.length, signature.length))]),
  ];
}

/** An empty table of symbol names, padded so that a signature behind it is aligned. */
const stringTable = Buffer.alloc(16);

function buildLinkEdit(signature: Buffer | null): Buffer {
  return Buffer.concat([stringTable, signature ?? Buffer.alloc(0)]);
}

/** Code is at the end of its page, where linkers put it, which leaves room for more load commands. */
function getCodeOffset(processor: 'arm64' | 'armv7'): number {
  return pageBytes - code[processor].length;
}

interface SegmentPlace {
  address: number;
  memory: number;
  offset: number;
  bytes: number;
  access: number;
}

function buildSegment(
  wide: boolean,
  name: string,
  place: SegmentPlace,
  textSection: Buffer = Buffer.alloc(0),
): Buffer {
  const word = wide ? u64 : (value: number) => u32(value);
  const places = [place.address, place.memory, place.offset, place.bytes].map(word);
  const sections = textSection.length === 0 ? 0 : 1;
  const rest = u32(place.access, place.access, sections, 0);
  return buildCommand(wide ? 0x19 : 0x1, Buffer.concat([toFixedText(name), ...places, rest, textSection]));
}

function buildSection(wide: boolean, address: number, offset: number, bytes: number): Buffer {
  const word = wide ? u64 : (value: number) => u32(value);
  const rest = u32(offset, 2, 0, 0, pureInstructions, 0, 0, ...(wide ? [0] : []));
  return Buffer.concat([toFixedText('__text'), toFixedText('__TEXT'), word(address), word(bytes), rest]);
}

function loadLibrary(path: string): Buffer {
  const firstVersion = packVersion('1.0');
  return buildCommand(0xc, withText(u32(24, 2, firstVersion, firstVersion), path));
}

function buildCommand(kind: number, content: Buffer): Buffer {
  return Buffer.concat([u32(kind, content.length + 8), content]);
}

function packVersion(version: string): number {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  return major * 0x10000 + minor * 0x100 + patch;
}

function u32(...values: number[]): Buffer {
  return Buffer.from(Uint32Array.from(values).buffer);
}

function u64(value: number): Buffer {
  return Buffer.from(BigUint64Array.of(BigInt(value)).buffer);
}

function toFixedText(name: string): Buffer {
  return Buffer.from(name.padEnd(16, '\0'));
}

/**
 * A command's numbers and the text after them; the whole, with its kind and size, is a multiple of eight bytes long.
 */
function withText(numbers: Buffer, text: string): Buffer {
  const length = numbers.length + text.length + 1;
  return Buffer.concat([numbers, Buffer.from(text), Buffer.alloc(1 + ((8 - (length % 8)) % 8))]);
}
