import { createHash, X509Certificate } from 'node:crypto';
import { open } from 'node:fs/promises';
import { posix } from 'node:path';
import { PackageError } from '../../package-error.ts';
import { ArchiveWriter } from '../../zip/archive-writer.ts';
import type { GuardedZip } from '../../zip/guarded-zip.ts';
import { checkLinks, linkTarget } from '../../zip/links.ts';
import { withZip } from '../../zip/open-zip.ts';
import { isSymbolicLink, type ZipEntry } from '../../zip/zip-entry.ts';
import { findAppPath } from '../bundle.ts';
import {
  type CodeBundle,
  codeBundles,
  isLooseLibrary,
  isProgramBundle,
  ownerOf,
  refuseEmptyPrograms,
} from '../code-bundles.ts';
import type { ProvisioningProfile } from '../profiles/provisioning-profile.ts';
import { type Addition, checkedAdditions, replaced } from './additions.ts';
import { codeResources, type SealedFile } from './code-resources.ts';
import { grantedEntitlements } from './entitlements.ts';
import { readCode, signedCode } from './sign-code.ts';
import type { CodeClaims } from './signed-slice.ts';
import { checkIdentity, profileFor, type SigningIdentity } from './signing-identity.ts';
import { withUnpacked } from './unpacked-file.ts';

/** The result of signing a package. */
export interface SignedIpa {
  /** SHA-256 of the signer's certificate (DER), lower-case hexadecimal. */
  certificateSha256: string;
  team: string;
  /** When the first of the certificate and the profiles ends: until then, devices start the app. */
  expires: Date;
  /** The name of the profile that ends first; null when it is the certificate. */
  profileThatEnds: string | null;
  /** The bundles with a profile: their identifier, and its name. */
  profiles: { bundleId: string; profile: string }[];
  /** Entitlements that the app requests and no profile includes; they were left out. */
  droppedEntitlements: string[];
}

const sealPath = '_CodeSignature/CodeResources';
const profilePath = 'embedded.mobileprovision';

/**
 * Signs an iOS package and writes it to `target`: every bundle and library from the inside out, each program with its
 * own profile and the entitlements that this profile includes. Earlier signatures and profiles are replaced; everything
 * that does not change is copied without unpacking. Executables are unpacked one by one beside `target`. Errors:
 * PackageError, with the file or the bundle identifier at fault.
 */
export async function signIpa(
  source: string,
  target: string,
  identity: SigningIdentity,
  additions: readonly Addition[],
  now = new Date(),
): Promise<SignedIpa> {
  checkIdentity(identity);
  return await withZip(source, async (zip) => {
    const appPath = findAppPath(zip);
    if (appPath === null) throw new PackageError('no_manifest');
    await checkLinks(zip, appPath);
    const bundles = await codeBundles(zip, appPath);
    refuseEmptyPrograms(zip, appPath, bundles);
    const file = await open(target, 'w');
    try {
      const signer = new IpaSigner(zip, new ArchiveWriter(file), `${target}.code`, {
        identity,
        bundles,
        now,
      });
      return await signer.sign(appPath, additions);
    } finally {
      await file.close();
    }
  });
}

interface Work {
  identity: SigningIdentity;
  /** Inner bundles first. */
  bundles: readonly CodeBundle[];
  now: Date;
}

class IpaSigner {
  readonly #zip: GuardedZip;
  readonly #archive: ArchiveWriter;
  readonly #scratch: string;
  readonly #work: Work;
  readonly #profiles: ReadonlyMap<CodeBundle, ProvisioningProfile>;
  readonly #team: string;
  /** What the outer bundles seal, by the archive's names. */
  readonly #sealed = new Map<string, SealedFile>();
  readonly #dropped = new Set<string>();

  constructor(zip: GuardedZip, archive: ArchiveWriter, scratch: string, work: Work) {
    this.#zip = zip;
    this.#archive = archive;
    this.#scratch = scratch;
    this.#work = work;
    this.#profiles = profilesOf(work);
    this.#team = teamOf([...this.#profiles.values()]);
  }

  async sign(appPath: string, additions: readonly Addition[]): Promise<SignedIpa> {
    const { bundles } = this.#work;
    const encrypted = this.#zip.names().find((name) => /\/SC_Info\/./.test(name));
    if (encrypted !== undefined) throw new PackageError('encrypted_binary', { entry: encrypted });
    const owned = ownedEntries(this.#zip, bundles);
    const added = checkedAdditions(additions, appPath, bundles);
    for (const entry of owned.get(null) ?? []) await this.#archive.copy(this.#zip, entry);
    for (const bundle of bundles) {
      const isMain = bundle.path === appPath;
      const entries = (owned.get(bundle) ?? []).filter(({ name }) => !isMain || !added.has(name));
      if (isMain) for (const [name, content] of added) await this.#add(name, content);
      await this.#signBundle(bundle, entries);
    }
    await this.#archive.finish();
    return this.#result();
  }

  /**
   * Writes all files of a bundle that belong to no inner one, its seal, and last its executable, which signs the seal.
   */
  async #signBundle(bundle: CodeBundle, entries: readonly ZipEntry[]): Promise<void> {
    const retained = entries.filter(
      ({ name }) => name !== bundle.executable && !replaced.test(name.slice(bundle.path.length)),
    );
    for (const [index, entry] of retained.entries()) await this.#carry(entry, retained[index + 1]);
    const profile = this.#profiles.get(bundle);
    if (profile !== undefined) await this.#add(bundle.path + profilePath, profile.bytes);
    const seal = codeResources(this.#sealOf(bundle));
    await this.#add(bundle.path + sealPath, seal);
    const infoPlist = this.#sealed.get(`${bundle.path}Info.plist`);
    const executable = this.#zip.entries.get(bundle.executable);
    if (infoPlist === undefined || 'link' in infoPlist || executable === undefined) {
      throw new PackageError('malformed_executable', { entry: bundle.executable });
    }
    const digests = { infoPlist: infoPlist.sha256, codeResources: digest('sha256', seal) };
    await this.#signFile(executable, bundle, digests);
  }

  /** Copies a file as it is, or signs it when it is a library without a bundle; `next` is read meanwhile. */
  async #carry(entry: ZipEntry, next: ZipEntry | undefined): Promise<void> {
    if (entry.name.endsWith('/')) return await this.#archive.copy(this.#zip, entry);
    if (isSymbolicLink(entry)) {
      this.#sealed.set(entry.name, { link: await linkTarget(this.#zip, entry.name) });
      return await this.#archive.copy(this.#zip, entry);
    }
    if (await isLooseLibrary(this.#zip, entry.name)) return await this.#signFile(entry, null, null);
    const digests = new Digests();
    for await (const chunk of this.#archive.copyUnpacking(this.#zip, entry)) {
      if (next !== undefined) this.#zip.readAhead(next);
      digests.add(chunk);
    }
    this.#sealed.set(entry.name, digests.digests());
  }

  async #add(name: string, content: Buffer): Promise<void> {
    this.#sealed.set(name, { sha1: digest('sha1', content), sha256: digest('sha256', content) });
    await this.#archive.add(name, content);
  }

  #sealOf(bundle: CodeBundle): Map<string, SealedFile> {
    const files = new Map<string, SealedFile>();
    for (const [name, sealed] of this.#sealed) {
      if (name.startsWith(bundle.path)) files.set(name.slice(bundle.path.length), sealed);
    }
    return files;
  }

  /** Signs an executable, or a library without a bundle. */
  async #signFile(entry: ZipEntry, bundle: CodeBundle | null, digests: CodeClaims['bundle']): Promise<void> {
    const { identity, now } = this.#work;
    await withUnpacked(this.#zip, entry, this.#scratch, async (file) => {
      const code = await readCode(file);
      const profile = bundle === null ? undefined : this.#profiles.get(bundle);
      const granted =
        profile === undefined || bundle === null
          ? null
          : grantedEntitlements(code.old.entitlements, profile, bundle.bundleId);
      for (const key of granted?.dropped ?? []) this.#dropped.add(key);
      const claims: CodeClaims = {
        identifier:
          bundle?.bundleId ?? code.old.identifier ?? posix.basename(entry.name).replace(/\.\w+$/, ''),
        team: this.#team,
        bundle: digests,
        entitlements: granted?.entitlements ?? null,
      };
      const all = new Digests();
      await this.#archive.stream(entry, all.through(signedCode(code, claims, identity, now)));
      this.#sealed.set(entry.name, all.digests());
    });
  }

  #result(): SignedIpa {
    const certificate = this.#work.identity.certificates[0] ?? Buffer.alloc(0);
    const certificateEnds = new X509Certificate(certificate).validToDate;
    const [first] = [...this.#profiles.values()].sort((a, b) => a.expires.getTime() - b.expires.getTime());
    const endsBefore = first !== undefined && first.expires < certificateEnds ? first : null;
    return {
      certificateSha256: digest('sha256', certificate).toString('hex'),
      team: this.#team,
      expires: endsBefore?.expires ?? certificateEnds,
      profileThatEnds: endsBefore?.name ?? null,
      profiles: [...this.#profiles]
        .map(([{ bundleId }, { name }]) => ({ bundleId, profile: name }))
        .reverse(),
      droppedEntitlements: [...this.#dropped].sort(),
    };
  }
}

/** A profile for each bundle that runs as a program. */
const profilesOf = ({ identity, bundles, now }: Work): Map<CodeBundle, ProvisioningProfile> =>
  new Map(
    bundles.filter(isProgramBundle).map((bundle) => [bundle, profileFor(identity, bundle.bundleId, now)]),
  );

function teamOf(profiles: readonly ProvisioningProfile[]): string {
  const [team, other] = new Set(profiles.map(({ team }) => team));
  if (team === undefined || other !== undefined) throw new PackageError('profiles_of_several_teams');
  return team;
}

/** The entries of each bundle that belong to no inner one; under null those outside of the app. */
function ownedEntries(zip: GuardedZip, bundles: readonly CodeBundle[]): Map<CodeBundle | null, ZipEntry[]> {
  const byPath = new Map(bundles.map((bundle) => [bundle.path, bundle]));
  return Map.groupBy(zip.entries.values(), (entry) => ownerOf(entry.name, byPath));
}

const digest = (algorithm: 'sha1' | 'sha256', bytes: Buffer): Buffer =>
  createHash(algorithm).update(bytes).digest();

/** Both digests of a file, from its chunks. */
class Digests {
  readonly #sha1 = createHash('sha1');
  readonly #sha256 = createHash('sha256');

  async *through(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      this.add(chunk);
      yield chunk;
    }
  }

  add(chunk: Buffer): void {
    this.#sha1.update(chunk);
    this.#sha256.update(chunk);
  }

  digests(): { sha1: Buffer; sha256: Buffer } {
    return { sha1: this.#sha1.digest(), sha256: this.#sha256.digest() };
  }
}
