import { createHash } from 'node:crypto';
import { Budget } from '../../../budget.ts';
import { parsePlist } from '../../../formats/plist/plist.ts';
import {
  type PlistDictionary,
  type PlistValue,
  plistDictionary,
} from '../../../formats/plist/plist-value.ts';
import type { GuardedZip } from '../../../zip/guarded-zip.ts';
import { linkTarget } from '../../../zip/links.ts';
import { isSymbolicLink } from '../../../zip/zip-entry.ts';
import { BrokenCode } from '../problems.ts';

/** Files that no seal has to cover: the seal itself, and those that the rules of Apple's own tool leave out. */
const uncovered =
  /^(_CodeSignature|_MASReceipt|SC_Info)\/|^(CodeResources|Info\.plist|PkgInfo)$|(^|\/)\.DS_Store$|\.lproj\/locversion\.plist$/;
/** Most values in the seals of one package, which have several for each file. */
const maxValues = 500_000;
/** The values, and the text around them. */
const maxElements = 1.5 * maxValues;

/** Compares the files of bundles with their seals (`_CodeSignature/CodeResources`). Each file is read once. */
export class SealCheck {
  readonly #zip: GuardedZip;
  readonly #names: readonly string[];
  readonly #digests = new Map<string, Buffer>();
  readonly #budget = new Budget(0, maxElements);

  constructor(zip: GuardedZip) {
    this.#zip = zip;
    this.#names = zip.names().filter((name) => !name.endsWith('/'));
  }

  /** `codeHashes` are those of the code at a path of the archive. Errors: BrokenCode; PackageError. */
  async check(
    seal: Buffer,
    folder: string,
    executable: string,
    codeHashes: (name: string) => readonly Buffer[],
  ): Promise<void> {
    const plist = parsePlist(seal, 'malformed_signature', this.#budget, maxValues);
    const listed = plistDictionary(plist, plist.has('files2') ? 'files2' : 'files');
    for (const [path, sealed] of listed) {
      const name = this.#zip.nameOf(folder + path);
      const cdHash = sealed instanceof Map ? sealed.get('cdhash') : undefined;
      if (Buffer.isBuffer(cdHash)) {
        if (!codeHashes(name).some((hash) => hash.equals(cdHash))) throw new BrokenCode('file_changed', name);
      } else await this.#checkFile(name, sealed);
    }
    this.#checkCovered(listed, folder, executable);
  }

  async #checkFile(name: string, sealed: PlistValue): Promise<void> {
    const entry = this.#zip.entries.get(name);
    const requested: PlistDictionary = sealed instanceof Map ? sealed : new Map([['hash', sealed]]);
    if (entry === undefined) {
      if (requested.get('optional') === true) return;
      throw new BrokenCode('file_missing', name);
    }
    const [sha256, sha1, link] = ['hash2', 'hash', 'symlink'].map((key) => requested.get(key));
    const holds = isSymbolicLink(entry)
      ? link === (await linkTarget(this.#zip, name))
      : Buffer.isBuffer(sha256)
        ? sha256.equals(await this.#digest('sha256', name))
        : Buffer.isBuffer(sha1) && sha1.equals(await this.#digest('sha1', name));
    if (!holds) throw new BrokenCode('file_changed', name);
  }

  #checkCovered(listed: PlistDictionary, folder: string, executable: string): void {
    const normalized = new Set([...listed.keys()].map((path) => path.normalize('NFC')));
    const nested = [...listed]
      .filter(([, sealed]) => sealed instanceof Map && sealed.has('cdhash'))
      .map(([path]) => `${path}/`);
    for (const name of this.#names) {
      if (!name.startsWith(folder) || name === executable) continue;
      const path = name.slice(folder.length);
      const covered =
        normalized.has(path.normalize('NFC')) ||
        uncovered.test(path) ||
        nested.some((inner) => path.startsWith(inner));
      if (!covered) throw new BrokenCode('not_covered', name);
    }
  }

  async #digest(algorithm: 'sha1' | 'sha256', name: string): Promise<Buffer> {
    const key = `${algorithm} ${name}`;
    const known = this.#digests.get(key);
    const entry = this.#zip.entries.get(name);
    if (known !== undefined || entry === undefined) return known ?? Buffer.alloc(0);
    const running = createHash(algorithm);
    for await (const chunk of this.#zip.chunks(entry)) running.update(chunk);
    const digest = running.digest();
    this.#digests.set(key, digest);
    return digest;
  }
}
