import { validateFileName } from 'yauzl';
import type { PackageLimits } from '../limits.ts';
import { PackageError, type PackageErrorCode } from '../package-error.ts';
import { deflatedMethod, storedMethod, type ZipEntry } from './zip-entry.ts';

const localHeaderBytes = 30;
const encryptedFlag = 0x1;

/** Refuses an entry that no normal package has, before anything is inflated. */
export function checkEntry(entry: ZipEntry, limits: PackageLimits): void {
  const refuse = (code: PackageErrorCode): never => {
    throw new PackageError(code, { entry: entry.name });
  };
  if (!isSafeName(entry, limits)) refuse('unsafe_path');
  if ((entry.flags & encryptedFlag) !== 0) refuse('encrypted_entry');
  if (entry.compressionMethod !== storedMethod && entry.compressionMethod !== deflatedMethod) {
    refuse('unsupported_compression');
  }
  if (entry.uncompressedSize > limits.entryBytes) refuse('zip_bomb');
  if (exceedsRatio(entry.uncompressedSize, entry.compressedSize, limits)) refuse('zip_bomb');
}

/** Refuses an archive whose entries overlap, or that unpacks to too many bytes. */
export function checkArchive(entries: readonly ZipEntry[], fileBytes: number, limits: PackageLimits): void {
  refuseOverlaps(entries, fileBytes);
  const unpacked = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0);
  if (unpacked > limits.unpackedBytes || exceedsRatio(unpacked, fileBytes, limits)) {
    throw new PackageError('zip_bomb');
  }
}

function isSafeName(entry: ZipEntry, limits: PackageLimits): boolean {
  const { name, nameBytes } = entry;
  return (
    nameBytes > 0 &&
    nameBytes <= limits.nameBytes &&
    !name.includes('\0') &&
    validateFileName(name) === null &&
    name.split('/').length <= limits.depth
  );
}

function exceedsRatio(unpacked: number, packed: number, limits: PackageLimits): boolean {
  return unpacked > limits.ratioFreeBytes && unpacked > packed * limits.ratio;
}

/** Refuses an archive in which an entry, in file order, begins before the previous one can have ended. */
function refuseOverlaps(entries: readonly ZipEntry[], fileBytes: number): void {
  const inFileOrder = entries.toSorted((a, b) => a.offset - b.offset);
  for (const [index, entry] of inFileOrder.entries()) {
    const end = entry.offset + localHeaderBytes + entry.nameBytes + entry.compressedSize;
    const next = inFileOrder[index + 1];
    if (next === undefined && end > fileBytes) throw new PackageError('truncated', { entry: entry.name });
    if (next !== undefined && end > next.offset) {
      throw new PackageError('overlapping_entries', { entry: entry.name });
    }
  }
}
