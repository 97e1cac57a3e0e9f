import { magic } from './blobs.ts';
import { blob, u32 } from './write-blobs.ts';

/** The content of one slice's code directory. */
export interface CodeDirectory {
  identifier: string;
  team: string | null;
  /** Bytes of code before the signature. */
  codeBytes: number;
  /** SHA-256 of the parts outside the code, by their slot; the others are zero. */
  special: ReadonlyMap<number, Buffer>;
  /** SHA-256 of each page. */
  pages: readonly Buffer[];
  /** Where the instructions are, and what the slice may do (`CS_EXECSEG_…`). */
  execution: { offset: number; bytes: number; flags: number };
  /** `CS_…` of cs_blobs.h. */
  flags?: number;
}

/** Bytes of code that one hash covers, and the exponent of this power of two. */
export const pageBytes = 4096;
const pageBits = 12;
const version = 0x20400;
const headerBytes = 88;
const hashBytes = 32;
const sha256 = 2;

/** Writes a code directory with SHA-256 hashes, in the form of version 0x20400. */
export function codeDirectory(directory: CodeDirectory): Buffer {
  const { special, pages, codeBytes, execution, flags = 0 } = directory;
  const texts = [directory.identifier, ...(directory.team === null ? [] : [directory.team])].map((text) =>
    Buffer.from(`${text}\0`),
  );
  const specialCount = Math.max(0, ...special.keys());
  const specials = Array.from(
    { length: specialCount },
    (_, index) => special.get(specialCount - index) ?? Buffer.alloc(hashBytes),
  );
  const hashes = hashOffset(directory);
  const header = Buffer.concat([
    u32(version, flags, hashes, headerBytes, specialCount, pages.length, codeBytes),
    Buffer.from([hashBytes, sha256, 0, pageBits]),
    u32(0, 0, directory.team === null ? 0 : headerBytes + (texts[0]?.length ?? 0), 0),
    u64(0),
    u64(execution.offset),
    u64(execution.bytes),
    u64(execution.flags),
  ]);
  return blob(magic.codeDirectory, header, ...texts, ...specials, ...pages);
}

/** Bytes that the code directory takes for so many bytes of code. */
export const codeDirectoryBytes = (directory: Omit<CodeDirectory, 'pages'>): number =>
  hashOffset(directory) + Math.ceil(directory.codeBytes / pageBytes) * hashBytes;

function hashOffset({ identifier, team, special }: Omit<CodeDirectory, 'pages'>): number {
  const textBytes = Buffer.byteLength(identifier) + 1 + (team === null ? 0 : Buffer.byteLength(team) + 1);
  return headerBytes + textBytes + Math.max(0, ...special.keys()) * hashBytes;
}

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}
