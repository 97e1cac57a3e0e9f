import { createHash, type Hash, type X509Certificate } from 'node:crypto';
import { verifyCms } from '../../../formats/asn1/verify-cms.ts';
import type { ByteView } from '../../../formats/byte-view.ts';
import { parsePlist } from '../../../formats/plist/plist.ts';
import { plistList } from '../../../formats/plist/plist-value.ts';
import { documentBytes } from '../../../limits.ts';
import type { GuardedZip } from '../../../zip/guarded-zip.ts';
import { type MachLayout, readLayout, type SliceRange } from '../../mach-o/mach-layout.ts';
import { readUniversal } from '../../mach-o/universal-binary.ts';
import { cdHashAttributes, cdHashBytes, slot } from '../blobs.ts';
import { BrokenCode } from '../problems.ts';
import { type Directory, hashFor, readDirectories, readParts, strongest } from './directory.ts';

/** Files beside the code that are signed with it; none for a library without a bundle. */
export interface Beside {
  infoPlist: Buffer;
  codeResources: Buffer | null;
}

export interface VerifiedCode {
  certificate: X509Certificate;
  team: string | null;
  /** The hashes by which an outer bundle may name this code. */
  cdHashes: Buffer[];
}

const code = 'malformed_signature';

/**
 * Verifies the signature of every slice of an executable or library, and everything that it covers except the bundle's
 * files. It shares nothing but constants with the code that signs. Errors: BrokenCode; PackageError for a file that
 * can't be read.
 */
export async function verifyCode(
  zip: GuardedZip,
  name: string,
  beside: Beside | null,
): Promise<VerifiedCode> {
  const entry = zip.entries.get(name);
  const read = (start: number, length: number) => zip.readSlice(name, start, length);
  const fileBytes = entry?.uncompressedSize ?? 0;
  const universal = await readUniversal(read, fileBytes, name);
  const slices: SliceCheck[] = [];
  for (const range of universal?.slices ?? [{ offset: 0, bytes: fileBytes }]) {
    const slice = new SliceCheck(zip, name, range, await readLayout(read, range, name));
    await slice.checkContents(beside);
    slices.push(slice);
  }
  const [first, ...others] = slices.map((slice) => slice.checkSigner());
  if (first === undefined) throw new BrokenCode('malformed', name);
  return { ...first, cdHashes: [first, ...others].flatMap(({ cdHashes }) => cdHashes) };
}

class SliceCheck {
  readonly #zip: GuardedZip;
  readonly #name: string;
  readonly #range: SliceRange;
  readonly #layout: MachLayout;
  #parts: ReadonlyMap<number, ByteView> = new Map();
  #directories: readonly Directory[] = [];

  constructor(zip: GuardedZip, name: string, range: SliceRange, layout: MachLayout) {
    this.#zip = zip;
    this.#name = name;
    this.#range = range;
    this.#layout = layout;
  }

  /** Checks that the code, and the files beside it, match the directory. */
  async checkContents(beside: Beside | null): Promise<void> {
    const { signature } = this.#layout;
    if (signature === null) return this.#broken('not_signed');
    if (signature.bytes > documentBytes.signature) return this.#broken('malformed');
    const start = this.#range.offset + signature.offset;
    this.#parts = readParts(await this.#zip.readSlice(this.#name, start, signature.bytes));
    this.#directories = readDirectories(this.#parts);
    const directory = this.#directory();
    if (directory.codeBytes !== signature.offset) this.#broken('code_changed');
    this.#checkSpecial(directory, beside);
    await this.#checkPages(directory);
  }

  /** The signer of the directory: the message signs the first directory, and its attributes name the hashes of all. */
  checkSigner(): VerifiedCode {
    const [primary] = this.#directories;
    const used = this.#directory();
    const message = this.#parts.get(slot.cms)?.bytes.subarray(8);
    if (primary === undefined || primary.isAdHoc || message === undefined || message.length === 0) {
      return this.#broken('ad_hoc');
    }
    const signer = verifyCms(message, primary.bytes, code, this.#zip.budget);
    if (signer === null) return this.#broken('signature_mismatch');
    const [named] = signer.attributes.get(cdHashAttributes.plist) ?? [];
    const isNamed = named === undefined ? used === primary : this.#names(named.content.bytes, used);
    if (!isNamed) this.#broken('signature_mismatch');
    const cdHashes = this.#directories.map(({ bytes, hash }) => digest(hash, bytes).subarray(0, cdHashBytes));
    return { certificate: signer.certificate, team: used.team, cdHashes };
  }

  #directory(): Directory {
    return strongest(this.#directories) ?? this.#broken('malformed');
  }

  #names(attribute: Buffer, { hash, bytes }: Directory): boolean {
    const own = digest(hash, bytes).subarray(0, cdHashBytes);
    const hashes = plistList(parsePlist(attribute, code, this.#zip.budget), 'cdhashes');
    return hashes.some((one) => Buffer.isBuffer(one) && one.equals(own));
  }

  #broken(problem: ConstructorParameters<typeof BrokenCode>[0]): never {
    throw new BrokenCode(problem, this.#name);
  }

  #checkSpecial(directory: Directory, beside: Beside | null): void {
    const parts = this.#parts;
    const covered: [number, Buffer | undefined][] = [
      [slot.requirements, parts.get(slot.requirements)?.bytes],
      [slot.entitlements, parts.get(slot.entitlements)?.bytes],
      [slot.derEntitlements, parts.get(slot.derEntitlements)?.bytes],
    ];
    if (beside !== null) {
      covered.push(
        [slot.infoPlist, beside.infoPlist],
        [slot.codeResources, beside.codeResources ?? undefined],
      );
    }
    for (const [kind, bytes] of covered) {
      const expected = directory.special(kind);
      const isNone = expected === null || expected.every((byte) => byte === 0);
      const holds = bytes === undefined ? isNone : expected?.equals(hashFor(directory, bytes)) === true;
      if (!holds) this.#broken('claims_changed');
    }
  }

  async #checkPages(directory: Directory): Promise<void> {
    const entry = this.#zip.entries.get(this.#name);
    if (entry === undefined) return;
    const pages = new PageCheck(directory);
    const [from, to] = [this.#range.offset, this.#range.offset + directory.codeBytes];
    let at = 0;
    for await (const chunk of this.#zip.chunks(entry)) {
      pages.add(chunk.subarray(Math.max(0, from - at), Math.max(0, to - at)));
      at += chunk.length;
    }
    if (!pages.hold()) this.#broken('code_changed');
  }
}

/** Hashes code page by page, and compares each hash with that of the directory. */
class PageCheck {
  readonly #directory: Directory;
  #running: Hash;
  #filled = 0;
  #checked = 0;
  #good = true;

  constructor(directory: Directory) {
    this.#directory = directory;
    this.#running = createHash(directory.hash);
  }

  add(bytes: Buffer): void {
    for (let at = 0; at < bytes.length; ) {
      const part = bytes.subarray(at, at + this.#directory.pageBytes - this.#filled);
      this.#running.update(part);
      this.#filled += part.length;
      at += part.length;
      if (this.#filled === this.#directory.pageBytes) this.#endPage();
    }
  }

  hold(): boolean {
    if (this.#filled > 0) this.#endPage();
    return this.#good && this.#checked === this.#directory.pages;
  }

  #endPage(): void {
    const { hashBytes, hash, pages, page } = this.#directory;
    const actual = this.#running.digest().subarray(0, hashBytes);
    this.#good &&= this.#checked < pages && page(this.#checked).equals(actual);
    this.#running = createHash(hash);
    this.#filled = 0;
    this.#checked += 1;
  }
}

const digest = (hash: Directory['hash'], bytes: Buffer): Buffer => createHash(hash).update(bytes).digest();
