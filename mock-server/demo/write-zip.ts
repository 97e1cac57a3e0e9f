import { crc32, deflateRawSync } from 'node:zlib';
import { deflatedMethod, storedMethod, type ZipEntry } from '../platform/packages/zip/zip-entry.ts';

/** A file to put into a new archive. */
export interface ZipSource {
  name: string;
  data: Buffer;
  /** Stored without compression, as icons and files that a device maps into memory are. */
  stored?: boolean;
  /** Unix mode; 0o100644 when absent. */
  unixMode?: number;
}

/** 1980-01-01, the earliest date of the format; fixed, so that the same files give the same bytes. */
const firstDate = 0x0021;
const madeByUnix = 0x031e;
const versionNeeded = 20;
const utf8Flag = 0x800;

/** A whole archive in memory; meant for small packages of our own. */
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

/** The header before an entry's bytes. `extra` is padding for alignment, as signing needs it. */
export function localHeader(entry: ZipEntry, extra: Buffer = Buffer.alloc(0)): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(versionNeeded, 4);
  writeDescription(header, 6, entry);
  header.writeUInt16LE(extra.length, 28);
  return Buffer.concat([header, Buffer.from(entry.name), extra]);
}

/** The entry's record in the central directory. */
export function directoryRecord(entry: ZipEntry): Buffer {
  const record = Buffer.alloc(46);
  record.writeUInt32LE(0x02014b50, 0);
  record.writeUInt16LE(madeByUnix, 4);
  record.writeUInt16LE(versionNeeded, 6);
  writeDescription(record, 8, entry);
  record.writeUInt32LE((entry.unixMode << 16) >>> 0, 38);
  record.writeUInt32LE(entry.offset, 42);
  return Buffer.concat([record, Buffer.from(entry.name)]);
}

/** The archive's last bytes: how many records the directory has, its size and where it begins. */
export function endRecord(entryCount: number, directoryBytes: number, directoryOffset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entryCount, 8);
  end.writeUInt16LE(entryCount, 10);
  end.writeUInt32LE(directoryBytes, 12);
  end.writeUInt32LE(directoryOffset, 16);
  return end;
}

/** The run of fields that both kinds of header share. */
function writeDescription(header: Buffer, at: number, entry: ZipEntry): void {
  header.writeUInt16LE(entry.flags, at);
  header.writeUInt16LE(entry.compressionMethod, at + 2);
  header.writeUInt16LE(firstDate, at + 6);
  header.writeUInt32LE(entry.crc32, at + 8);
  header.writeUInt32LE(entry.compressedSize, at + 12);
  header.writeUInt32LE(entry.uncompressedSize, at + 16);
  header.writeUInt16LE(entry.nameBytes, at + 20);
}
