import type { PackageLimits } from '../limits.ts';
import { PackageError, type PackageErrorCode } from '../package-error.ts';
import { deflatedMethod, storedMethod, type ZipEntry } from './zip-entry.ts';

const localHeaderBytes = 30;
const encryptedFlag = 0x1;
/** The most that DEFLATE reaches is 1,032. */
const deflateRatio = 1100;

/** Refuses an entry that no normal package has, before anything is inflated. */
export function checkEntry(entry: ZipEntry, limits: PackageLimits): void {
  const refuse = (code: PackageErrorCode): never => {
    throw new PackageError(code, { entry: entry.name });
  };
  if (!isSafeName(entry.name)) refuse('unsafe_path');
  if ((entry.flags & encryptedFlag) !== 0) refuse('encrypted_entry');
  if (entry.compressionMethod !== storedMethod && entry.compressionMethod !== deflatedMethod) {
    refuse('unsupported_compression');
  }
  if (entry.uncompressedSize > limits.entryBytes) refuse('zip_bomb');
  // Nothing that was deflated unpacks to more.
  if (entry.uncompressedSize > deflateRatio * entry.compressedSize + deflateRatio) refuse('zip_bomb');
}

/** Refuses an archive whose entries overlap, or that unpacks to too many bytes. */
export function checkArchive(entries: readonly ZipEntry[], fileBytes: number, limits: PackageLimits): void {
  refuseOverlaps(entries, fileBytes);
  const unpacked = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0);
  if (unpacked > limits.unpackedBytes || exceedsRatio(unpacked, fileBytes, limits)) {
    throw new PackageError('zip_bomb');
  }
}

/**
 * Whether no system would unpack the file to somewhere else, whichever of the two slashes it takes for a separator. The
 * bytes of all names together are limited, not their length or the number of folders in one.
 */
function isSafeName(name: string): boolean {
  if (name === '' || name.includes('\0') || /^([A-Za-z]:|[/\\])/.test(name)) return false;
  return !name.split(/[/\\]/).includes('..');
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
