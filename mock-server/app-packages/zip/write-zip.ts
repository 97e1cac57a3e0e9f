import { crc32, deflateRawSync } from 'node:zlib';
import { deflatedMethod, storedMethod, type ZipEntry } from './zip-entry.ts';
import { directoryRecord, endRecord, localHeader } from './zip-records.ts';

/** A file to put into a new archive. */
export interface ZipSource {
  name: string;
  data: Buffer;
  /** Stored without compression, as icons and files that a device maps into memory are. */
  stored?: boolean;
  /** Unix mode; 0o100644 when absent. */
  unixMode?: number;
}

const utf8Flag = 0x800;

/** A whole archive in memory; meant for small packages that are made here. */
export function writeZip(sources: readonly ZipSource[]): Buffer {
  const parts: Buffer[] = [];
  const entries: ZipEntry[] = [];
  let offset = 0;
  for (const source of sources) {
    const { entry, packed } = pack(source, offset);
    const header = localHeader(entry);
    parts.push(header, packed);
    entries.push(entry);
    offset += header.length + packed.length;
  }
  const directory = Buffer.concat(entries.map(directoryRecord));
  return Buffer.concat([...parts, directory, endRecord(entries.length, directory.length, offset)]);
}

function pack(source: ZipSource, offset: number): { entry: ZipEntry; packed: Buffer } {
  const packed = source.stored === true ? source.data : deflateRawSync(source.data);
  const entry = {
    name: source.name,
    nameBytes: Buffer.byteLength(source.name),
    compressionMethod: source.stored === true ? storedMethod : deflatedMethod,
    flags: utf8Flag,
    crc32: crc32(source.data),
    compressedSize: packed.length,
    uncompressedSize: source.data.length,
    offset,
    unixMode: source.unixMode ?? 0o100644,
  };
  return { entry, packed };
}
