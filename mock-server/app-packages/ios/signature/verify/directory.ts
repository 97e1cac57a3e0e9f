import { createHash } from 'node:crypto';
import { ByteView } from '../../../formats/byte-view.ts';
import { magic, slot } from '../blobs.ts';

/** A code directory as a signature contains it. */
export interface Directory {
  /** The whole directory, which the CMS message signs. */
  bytes: Buffer;
  hash: 'sha1' | 'sha256' | 'sha384';
  hashBytes: number;
  isAdHoc: boolean;
  team: string | null;
  codeBytes: number;
  /** Bytes of code that one hash covers. */
  pageBytes: number;
  /** Hash of a page. */
  page: (index: number) => Buffer;
  pages: number;
  /** Hash of a part outside the code; null when the directory has none for it. */
  special: (slot: number) => Buffer | null;
}

const code = 'malformed_signature';
const maxParts = 64;
const adHocFlag = 0x2;
const teamSince = 0x20200;
const maxPageBits = 20;
/** From the weakest to the strongest; the third is cut to twenty bytes. */
const hashKinds: ReadonlyMap<number, Directory['hash']> = new Map([
  [1, 'sha1'],
  [2, 'sha256'],
  [3, 'sha256'],
  [4, 'sha384'],
]);
const maxTeamLength = 64;

/** The parts of a signature by their slot. Error: PackageError `malformed_signature`. */
export function readParts(bytes: Buffer): Map<number, ByteView> {
  const view = new ByteView(bytes, code, 'big');
  const count = view.u32(8);
  if (view.u32(0) !== magic.superBlob || count > maxParts) view.fail();
  const parts = new Map<number, ByteView>();
  for (let i = 0; i < count; i++) {
    const kind = view.u32(12 + i * 8);
    const at = view.u32(16 + i * 8);
    if (parts.has(kind)) view.fail();
    parts.set(kind, view.part(at, view.u32(at + 4)));
  }
  return parts;
}

/** The code directories: the one that the CMS message signs first, then those for other hashes. */
export function readDirectories(parts: ReadonlyMap<number, ByteView>): Directory[] {
  const alternates = [...parts.keys()].filter(
    (kind) => kind >= slot.alternateDirectories && kind < slot.alternateDirectories + 5,
  );
  return [slot.codeDirectory, ...alternates.sort((a, b) => a - b)]
    .map((kind) => parts.get(kind))
    .filter((part) => part !== undefined)
    .map(readDirectory);
}

function readDirectory(view: ByteView): Directory {
  const kind = view.u8(37);
  const hash = hashKinds.get(kind);
  const hashBytes = view.u8(36);
  const pageBits = view.u8(39);
  const codeBytes = view.u32(32);
  const [hashOffset, specials, pages] = [view.u32(16), view.u32(24), view.u32(28)];
  if (view.u32(0) !== magic.codeDirectory || hash === undefined || pageBits > maxPageBits) view.fail();
  if (hashBytes < 20 || hashBytes > 64) view.fail();
  const pageBytes = pageBits === 0 ? Math.max(1, codeBytes) : 2 ** pageBits;
  if (pages !== Math.ceil(codeBytes / pageBytes)) view.fail();
  view.slice(hashOffset - specials * hashBytes, (specials + pages) * hashBytes);
  return {
    bytes: view.bytes,
    hash,
    hashBytes,
    isAdHoc: (view.u32(12) & adHocFlag) !== 0,
    team: view.u32(8) >= teamSince ? textAt(view, view.u32(48)) : null,
    codeBytes,
    pageBytes,
    pages,
    page: (index) => view.slice(hashOffset + index * hashBytes, hashBytes),
    special: (slot) => (slot > specials ? null : view.slice(hashOffset - slot * hashBytes, hashBytes)),
  };
}

function textAt(view: ByteView, at: number): string | null {
  if (at === 0) return null;
  const end = view.bytes.indexOf(0, at);
  return end <= at || end - at > maxTeamLength ? view.fail() : view.slice(at, end - at).toString('utf8');
}

/** The hash of these bytes in the form that the directory uses. */
export const hashFor = ({ hash, hashBytes }: Directory, bytes: Buffer): Buffer =>
  createHash(hash).update(bytes).digest().subarray(0, hashBytes);

/** The directory that current devices use. */
export const strongest = (directories: readonly Directory[]): Directory | undefined =>
  directories.find(({ hash }) => hash === 'sha256') ??
  directories.find(({ hash }) => hash === 'sha384') ??
  directories[0];
