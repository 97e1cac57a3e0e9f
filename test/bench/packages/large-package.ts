import { randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { apk } from '../../setup/world/publishing.ts';

const name = 'assets/content.bin';
const blockSize = 1024 * 1024;

/**
 * Offsets of the checksum and the sizes in the two headers of a file in an archive (APPNOTE 4.3.7 and 4.3.12), and of
 * the directory's offset.
 */
const fields = { local: [14, 18, 22], central: [16, 20, 24], directoryOffset: 16 } as const;

const content = { name, data: Buffer.alloc(0), stored: true };

/** Writes a valid Android package of `size` bytes and a little more. */
export const writeLargePackage = (path: string, bundleId: string, size: number): Promise<void> =>
  writeFilled(path, apk(bundleId, 1, { files: [content] }), size);

/** Writes a package that was made in memory with an empty file at its end, and fills that file. */
async function writeFilled(path: string, small: Uint8Array, size: number): Promise<void> {
  const archive = Buffer.from(small);
  const end = archive.lastIndexOf('PK\x05\x06');
  const directory = archive.readUInt32LE(end + fields.directoryOffset);
  const block = randomBytes(blockSize);
  let checksum = 0;
  for (let done = 0; done < size; done += blockSize) checksum = crc32(block, checksum);
  const local = archive.indexOf(name) - 30;
  const central = archive.lastIndexOf(name) - 46;
  for (const [header, places] of [
    [local, fields.local],
    [central, fields.central],
  ] as const) {
    for (const [at, value] of [checksum, size, size].entries()) {
      archive.writeUInt32LE(value, header + (places[at] ?? 0));
    }
  }
  archive.writeUInt32LE(directory + size, end + fields.directoryOffset);
  const file = await open(path, 'w');
  await file.write(archive.subarray(0, directory));
  for (let done = 0; done < size; done += blockSize) await file.write(block);
  await file.write(archive.subarray(directory));
  await file.close();
}
