import { createHash, hash } from 'node:crypto';
import type { PlistDictionary } from '../../formats/plist/plist-value.ts';
import { writeXmlPlist } from '../../formats/plist/write-xml-plist.ts';
import { PackageError } from '../../package-error.ts';
import type { MachLayout, SliceRange } from '../mach-o/mach-layout.ts';
import { magic, slot } from './blobs.ts';
import { codeDirectory, codeDirectoryBytes, pageBytes } from './code-directory.ts';
import { derEntitlements } from './der-entitlements.ts';
import { designatedRequirement } from './requirements.ts';
import { signDirectory } from './sign-directory.ts';
import type { SigningIdentity } from './signing-identity.ts';
import type { UnpackedFile } from './unpacked-file.ts';
import { blob, superBlob } from './write-blobs.ts';

/** What is signed together with the code of a file. */
export interface CodeClaims {
  identifier: string;
  team: string;
  /** SHA-256 of the bundle's Info.plist and of its seal; none for a library without a bundle. */
  bundle: { infoPlist: Buffer; codeResources: Buffer } | null;
  /** Null for libraries. */
  entitlements: PlistDictionary | null;
}

const chunkBytes = 256 * 1024;
/** Pages as the system uses them, which `__LINKEDIT` fills in memory. */
const memoryPageBytes = 0x4000;
const signatureCommandBytes = 16;
const signatureCommand = 0x1d;
const largest = 0xffff_ffff;
/** What a program may do with its own memory (`CS_EXECSEG_…`), by the entitlement for it. */
const executionFlags: readonly (readonly [entitlement: string, flag: number])[] = [
  ['get-task-allow', 0x10],
  ['run-unsigned-code', 0x10],
  ['com.apple.private.cs.debugger', 0x20],
  ['dynamic-codesigning', 0x40],
];
const mainBinary = 0x1;
/** Signatures of an elliptic curve differ in length by a few bytes. */
const spareBytes = 16;

/** A signed slice: its code with a load command for the signature, followed by the signature. */
export class SignedSlice {
  /** The size of the whole slice. */
  readonly bytes: number;
  readonly #head: Buffer;
  readonly #source: SliceRange;
  /** Bytes of existing code, and the same padded to a multiple of sixteen. */
  readonly #copied: number;
  readonly #codeBytes: number;
  readonly #signatureBytes: number;
  readonly #parts: readonly (readonly [number, Buffer])[];
  readonly #directory: Parameters<typeof codeDirectoryBytes>[0];
  readonly #identity: SigningIdentity;
  readonly #now: Date;

  /** Error: PackageError when the header has no room for the command, or the slice would be too large. */
  constructor(
    file: UnpackedFile,
    source: SliceRange,
    layout: MachLayout,
    claims: CodeClaims,
    identity: SigningIdentity,
    now: Date,
  ) {
    this.#source = source;
    this.#identity = identity;
    this.#now = now;
    this.#copied = layout.signature?.offset ?? layout.linkEdit.offset + layout.linkEdit.bytes;
    this.#codeBytes = roundUp(this.#copied, 16);
    this.#parts = partsOf(claims, identity);
    this.#directory = {
      identifier: claims.identifier,
      team: claims.team,
      codeBytes: this.#codeBytes,
      special: specialHashes(claims, this.#parts),
      execution: { ...layout.text, flags: executionOf(layout, claims.entitlements) },
    };
    this.#signatureBytes = this.#reserved();
    this.bytes = this.#codeBytes + this.#signatureBytes;
    if (this.bytes > largest) throw new PackageError('too_large_to_sign', { entry: file.name });
    this.#head = this.#newHead(layout, file.name);
  }

  /** The bytes of the slice, in chunks. */
  async *chunks(file: UnpackedFile): AsyncGenerator<Buffer> {
    const pages: Buffer[] = [];
    for (let at = 0; at < this.#codeBytes; at += chunkBytes) {
      const chunk = await this.#code(file, at, Math.min(chunkBytes, this.#codeBytes - at));
      for (let page = 0; page < chunk.length; page += pageBytes) {
        pages.push(hash('sha256', chunk.subarray(page, page + pageBytes), 'buffer'));
      }
      yield chunk;
    }
    yield this.#signature(pages);
  }

  async #code(file: UnpackedFile, at: number, length: number): Promise<Buffer> {
    const there = Math.max(0, Math.min(length, this.#copied - at));
    const bytes = await file.read(this.#source.offset + at, there);
    if (bytes.length < there) throw new PackageError('truncated_executable', { entry: file.name });
    const chunk = there === length ? bytes : Buffer.concat([bytes, Buffer.alloc(length - there)]);
    if (at < this.#head.length) this.#head.subarray(at).copy(chunk);
    return chunk;
  }

  #signature(pages: readonly Buffer[]): Buffer {
    const directory = codeDirectory({ ...this.#directory, pages });
    const cms = blob(magic.cms, signDirectory(directory, this.#identity, this.#now));
    const whole = superBlob([[slot.codeDirectory, directory], ...this.#parts, [slot.cms, cms]]);
    return Buffer.concat([whole, Buffer.alloc(this.#signatureBytes - whole.length)]);
  }

  /** The room for the signature: its place and size are in the header, which it signs. */
  #reserved(): number {
    const cms = blob(magic.cms, signDirectory(Buffer.alloc(0), this.#identity, this.#now));
    const index = superBlob([[slot.codeDirectory, Buffer.alloc(0)], ...this.#parts, [slot.cms, cms]]);
    return roundUp(codeDirectoryBytes(this.#directory) + index.length + spareBytes, 16);
  }

  #newHead({ head, wide, roomBytes, linkEdit, signature }: MachLayout, entry: string): Buffer {
    const added = signature === null ? signatureCommandBytes : 0;
    if (roomBytes < added) throw new PackageError('no_room_for_signature', { entry });
    const changed = Buffer.concat([head, Buffer.alloc(added)]);
    const command = signature?.command ?? head.length;
    for (const [index, value] of [
      signatureCommand,
      signatureCommandBytes,
      this.#codeBytes,
      this.#signatureBytes,
    ].entries()) {
      changed.writeUInt32LE(value, command + index * 4);
    }
    changed.writeUInt32LE(head.readUInt32LE(16) + added / signatureCommandBytes, 16);
    changed.writeUInt32LE(head.readUInt32LE(20) + added, 20);
    resize(changed, wide, linkEdit.command, this.bytes - linkEdit.offset);
    return changed;
  }
}

/** Gives a segment a size, in the file and in memory. */
function resize(head: Buffer, wide: boolean, command: number, bytes: number): void {
  const memory = roundUp(bytes, memoryPageBytes);
  if (wide) {
    head.writeBigUInt64LE(BigInt(memory), command + 32);
    head.writeBigUInt64LE(BigInt(bytes), command + 48);
  } else {
    head.writeUInt32LE(memory, command + 28);
    head.writeUInt32LE(bytes, command + 36);
  }
}

/** The parts between the code directory and its signature. */
function partsOf({ identifier, entitlements }: CodeClaims, { certificates }: SigningIdentity) {
  const requirements = designatedRequirement(identifier, certificates[0] ?? Buffer.alloc(0));
  const parts: [number, Buffer][] = [[slot.requirements, requirements]];
  if (entitlements === null) return parts;
  const text = Buffer.from(writeXmlPlist(entitlements));
  parts.push([slot.entitlements, blob(magic.entitlements, text)]);
  parts.push([slot.derEntitlements, blob(magic.derEntitlements, derEntitlements(entitlements))]);
  return parts;
}

function specialHashes(
  { bundle }: CodeClaims,
  parts: readonly (readonly [number, Buffer])[],
): Map<number, Buffer> {
  const special = new Map<number, Buffer>(
    parts.map(([slot, part]) => [slot, createHash('sha256').update(part).digest()]),
  );
  if (bundle !== null) {
    special.set(slot.infoPlist, bundle.infoPlist);
    special.set(slot.codeResources, bundle.codeResources);
  }
  return special;
}

function executionOf({ isProgram }: MachLayout, entitlements: PlistDictionary | null): number {
  if (!isProgram) return 0;
  const named = executionFlags.filter(([entitlement]) => entitlements?.get(entitlement) === true);
  return named.reduce((flags, [, flag]) => flags | flag, mainBinary);
}

const roundUp = (value: number, multiple: number): number => Math.ceil(value / multiple) * multiple;
