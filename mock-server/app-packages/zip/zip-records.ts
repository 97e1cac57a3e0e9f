import type { ZipEntry } from './zip-entry.ts';

/** 1980-01-01, the earliest date of the format; fixed, so that the same files give the same bytes. */
const firstDate = 0x0021;
const madeByUnix = 0x031e;
const versionNeeded = 20;

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
