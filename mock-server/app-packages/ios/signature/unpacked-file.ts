import { type FileHandle, open, rm } from 'node:fs/promises';
import { FileWriter } from '../../zip/file-writer.ts';
import type { GuardedZip } from '../../zip/guarded-zip.ts';
import type { ZipEntry } from '../../zip/zip-entry.ts';
import type { ReadBytes } from '../mach-o/mach-layout.ts';

/** A file of an archive, unpacked so that it can be read in any order. */
export interface UnpackedFile {
  name: string;
  bytes: number;
  read: ReadBytes;
}

/** Unpacks an entry to `path`, passes it to `work` and removes it. */
export async function withUnpacked<Result>(
  zip: GuardedZip,
  entry: ZipEntry,
  path: string,
  work: (file: UnpackedFile) => Promise<Result>,
): Promise<Result> {
  const handle = await open(path, 'w+');
  try {
    const writer = new FileWriter(handle);
    for await (const chunk of zip.chunks(entry)) await writer.write(chunk);
    await writer.flush();
    const { name, uncompressedSize: bytes } = entry;
    return await work({
      name,
      bytes,
      read: (start, length) => readFrom(handle, start, Math.min(length, bytes - start)),
    });
  } finally {
    await handle.close();
    await rm(path, { force: true });
  }
}

async function readFrom(handle: FileHandle, start: number, length: number): Promise<Buffer> {
  if (length <= 0) return Buffer.alloc(0);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, start);
  return buffer.subarray(0, bytesRead);
}
