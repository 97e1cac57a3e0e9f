import { ByteView } from '../../formats/byte-view.ts';

/** What the service needs to know from an executable's load commands. */
export interface MachSlice {
  is64Bit: boolean;
  isEncrypted: boolean;
  isForSimulator: boolean;
  /** Whether it is for Apple TV, Apple Watch, a Mac or another system than iOS. */
  isForOtherSystem: boolean;
  /** The oldest system version that it runs on, from LC_BUILD_VERSION or its predecessor; null when it has neither. */
  minOs: string | null;
}

export interface MachHeader {
  is64Bit: boolean;
  isIntel: boolean;
  headerBytes: number;
  commandCount: number;
  commandBytes: number;
}

/** Enough bytes for either header. */
export const machHeaderBytes = 32;
const magic32 = 0xfeedface;
const magic64 = 0xfeedfacf;
const intelProcessor = 7;
const processorMask = 0x00ffffff;

const command = {
  encryptionInfo: 0x21,
  versionMinMac: 0x24,
  versionMinIos: 0x25,
  encryptionInfo64: 0x2c,
  versionMinTv: 0x2f,
  versionMinWatch: 0x30,
  buildVersion: 0x32,
};
/** Commands and platforms of macOS, tvOS, watchOS and visionOS, and of what runs on a Mac only. */
const otherSystems: ReadonlySet<number> = new Set([
  command.versionMinMac,
  command.versionMinTv,
  command.versionMinWatch,
]);
const otherPlatforms: ReadonlySet<number> = new Set([1, 3, 4, 5, 6, 10, 11]);
const simulatorPlatforms: ReadonlySet<number> = new Set([7, 8, 9, 12]);
const maxCommands = 10_000;

const firstBytes: ReadonlySet<string> = new Set(['cefaedfe', 'cffaedfe', 'cafebabe', 'cafebabf']);

/** Whether a file with this beginning is an executable or a library, thin or universal. */
export const isMachO = (start: Buffer): boolean => firstBytes.has(start.toString('hex', 0, 4));

/** The header of one slice; all processors of iOS devices are little-endian. */
export function readMachHeader(bytes: Buffer): MachHeader {
  const view = new ByteView(bytes, 'malformed_executable', 'little');
  const magic = view.u32(0);
  if (magic !== magic32 && magic !== magic64) view.fail();
  return {
    is64Bit: magic === magic64,
    isIntel: (view.u32(4) & processorMask) === intelProcessor,
    headerBytes: magic === magic64 ? 32 : 28,
    commandCount: view.u32(16),
    commandBytes: view.u32(20),
  };
}

/** Reads the load commands after a header. */
export function readLoadCommands(header: MachHeader, bytes: Buffer): MachSlice {
  const view = new ByteView(bytes, 'malformed_executable', 'little');
  if (header.commandCount > maxCommands) view.fail();
  const slice: MachSlice = {
    is64Bit: header.is64Bit,
    isEncrypted: false,
    isForSimulator: header.isIntel,
    isForOtherSystem: false,
    minOs: null,
  };
  let at = 0;
  for (let i = 0; i < header.commandCount; i++) {
    const size = view.u32(at + 4);
    if (size < 8) view.fail();
    note(slice, view.part(at, size));
    at += size;
  }
  return slice;
}

function note(slice: MachSlice, loadCommand: ByteView): void {
  const kind = loadCommand.u32(0);
  if (kind === command.encryptionInfo || kind === command.encryptionInfo64) {
    slice.isEncrypted ||= loadCommand.u32(16) !== 0;
  }
  if (kind === command.versionMinIos) slice.minOs = versionText(loadCommand.u32(8));
  slice.isForOtherSystem ||= otherSystems.has(kind);
  if (kind === command.buildVersion) {
    const platform = loadCommand.u32(8);
    slice.isForSimulator ||= simulatorPlatforms.has(platform);
    slice.isForOtherSystem ||= otherPlatforms.has(platform);
    slice.minOs = versionText(loadCommand.u32(12));
  }
}

/** A packed version: sixteen bits, then eight and eight. */
function versionText(packed: number): string {
  const patch = packed & 0xff;
  const text = `${packed >>> 16}.${(packed >>> 8) & 0xff}`;
  return patch === 0 ? text : `${text}.${patch}`;
}
