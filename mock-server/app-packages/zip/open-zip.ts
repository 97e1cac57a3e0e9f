import { isUtf8 } from 'node:buffer';
import { type FileHandle, open } from 'node:fs/promises';
import { type Entry, fromRandomAccessReaderPromise, getFileNameLowLevel, type ZipFile } from 'yauzl';
import { defaultLimits, type PackageLimits } from '../limits.ts';
import { isSystemError, PackageError } from '../package-error.ts';
import { checkArchive, checkEntry } from './check-entries.ts';
import { GuardedZip } from './guarded-zip.ts';
import { WindowedReader } from './windowed-reader.ts';
import type { ZipEntry } from './zip-entry.ts';

/** "Version made by" of systems whose external attributes carry a Unix mode: Unix and macOS. */
const unixMakers: ReadonlySet<number> = new Set([3, 19]);
const directoryRecordSignature = 0x02014b50;
/** Most bytes of the directory's records, with their extra fields and comments. */
const maxDirectoryBytes = 64 * 1024 * 1024;

/**
 * Opens an archive, checks its whole directory against the limits before anything is inflated, passes the archive to
 * `work` and closes it. Throws PackageError for every archive that is refused.
 */
export async function withZip<Result>(
  path: string,
  work: (zip: GuardedZip) => Promise<Result>,
  limits: PackageLimits = defaultLimits,
): Promise<Result> {
  const handle = await open(path);
  try {
    return await work(await openChecked(handle, limits));
  } finally {
    await handle.close();
  }
}

async function openChecked(handle: FileHandle, limits: PackageLimits): Promise<GuardedZip> {
  const fileBytes = await checkFile(handle, limits);
  const reader = new WindowedReader(handle);
  const options = { autoClose: false, decodeStrings: false };
  const file = await orRefuse(fromRandomAccessReaderPromise(reader, fileBytes, options), 'truncated');
  const entries = await orRefuse(readDirectory(file, limits), 'malformed_zip');
  await refuseMoreRecords(handle, Number(file.readEntryCursor));
  checkArchive([...entries.values()], fileBytes, limits);
  return new GuardedZip(handle, file, entries, fileBytes);
}

/** Checks that the file is within the size limit and begins like an archive; returns its size. */
async function checkFile(handle: FileHandle, limits: PackageLimits): Promise<number> {
  const { size } = await handle.stat();
  if (size > limits.fileBytes) throw new PackageError('too_large');
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
  const start = buffer.toString('latin1', 0, bytesRead);
  if (start !== 'PK\x03\x04' && start !== 'PK\x05\x06') throw new PackageError('not_a_zip');
  return size;
}

/**
 * Refuses a directory with more records than it counts: other readers of the archive would find files that were not
 * checked here.
 */
async function refuseMoreRecords(handle: FileHandle, end: number): Promise<void> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, end);
  if (bytesRead === 4 && buffer.readUInt32LE(0) === directoryRecordSignature) {
    throw new PackageError('malformed_zip');
  }
}

async function orRefuse<Result>(step: Promise<Result>, code: 'truncated' | 'malformed_zip'): Promise<Result> {
  try {
    return await step;
  } catch (error) {
    if (error instanceof PackageError || isSystemError(error)) throw error;
    throw new PackageError(code, { cause: error });
  }
}

async function readDirectory(file: ZipFile, limits: PackageLimits): Promise<Map<string, ZipEntry>> {
  if (file.entryCount > limits.entries) throw new PackageError('too_many_entries');
  const entries = new Map<string, ZipEntry>();
  let directoryBytes = 0;
  for await (const record of file.eachEntry()) {
    directoryBytes += record.fileNameLength + record.extraFieldLength + record.fileCommentLength;
    if (directoryBytes > maxDirectoryBytes) throw new PackageError('too_many_entries');
    const entry = describe(record);
    checkEntry(entry, limits);
    if (entries.has(entry.name)) throw new PackageError('duplicate_entry', { entry: entry.name });
    entries.set(entry.name, entry);
  }
  return entries;
}

function describe(record: Entry): ZipEntry {
  return {
    name: decodeName(record),
    nameBytes: record.fileNameLength,
    compressionMethod: record.compressionMethod,
    flags: record.generalPurposeBitFlag,
    crc32: record.crc32,
    compressedSize: record.compressedSize,
    uncompressedSize: record.uncompressedSize,
    offset: record.relativeOffsetOfLocalHeader,
    unixMode: unixMakers.has(record.versionMadeBy >>> 8) ? record.externalFileAttributes >>> 16 : 0,
  };
}

/** Decodes names as UTF-8 where that is possible: macOS writes UTF-8 names without setting the flag for it. */
function decodeName(record: Entry): string {
  if (isUtf8(record.fileNameRaw)) return record.fileNameRaw.toString('utf8');
  return getFileNameLowLevel(record.generalPurposeBitFlag, record.fileNameRaw, record.extraFields, true);
}
