import { ByteView } from '../../formats/byte-view.ts';
import { documentBytes } from '../../limits.ts';
import { PackageError } from '../../package-error.ts';
import type { GuardedZip } from '../../zip/guarded-zip.ts';
import { type MachSlice, machHeaderBytes, readLoadCommands, readMachHeader } from './load-commands.ts';

const fatMagic = 0xcafebabe;
const fatMagic64 = 0xcafebabf;
const fatHeaderBytes = 8;
/** Most slices that are read: more than any iOS executable has. */
const maxSlices = 8;

/**
 * The slices of a Mach-O executable in an archive, one for each processor; a thin file is one slice. Only headers and load
 * commands are read (loader.h and fat.h of the system's sources).
 */
export async function readMachO(zip: GuardedZip, name: string): Promise<MachSlice[]> {
  const start = await view(zip, name, 0, fatHeaderBytes);
  const magic = start.u32(0);
  if (magic !== fatMagic && magic !== fatMagic64) return [await readSlice(zip, name, 0)];
  const count = start.u32(4);
  if (count < 1 || count > maxSlices) start.fail();
  const slices: MachSlice[] = [];
  for (const offset of await sliceOffsets(zip, name, count, magic === fatMagic64)) {
    slices.push(await readSlice(zip, name, offset));
  }
  return slices;
}

async function sliceOffsets(zip: GuardedZip, name: string, count: number, wide: boolean): Promise<number[]> {
  const recordBytes = wide ? 32 : 20;
  const records = await view(zip, name, fatHeaderBytes, count * recordBytes);
  return Array.from({ length: count }, (_, i) =>
    wide ? records.u64(i * recordBytes + 8) : records.u32(i * recordBytes + 8),
  );
}

async function readSlice(zip: GuardedZip, name: string, offset: number): Promise<MachSlice> {
  const header = readMachHeader(await zip.readSlice(name, offset, machHeaderBytes));
  if (header.commandBytes > documentBytes.loadCommands) {
    throw new PackageError('malformed_executable', { entry: name });
  }
  const commands = await zip.readSlice(name, offset + header.headerBytes, header.commandBytes);
  return readLoadCommands(header, commands);
}

async function view(zip: GuardedZip, name: string, start: number, length: number): Promise<ByteView> {
  return new ByteView(await zip.readSlice(name, start, length), 'malformed_executable', 'big', zip.budget);
}
