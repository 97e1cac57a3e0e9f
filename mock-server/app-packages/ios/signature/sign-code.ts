import { PackageError } from '../../package-error.ts';
import { type MachLayout, readLayout, type SliceRange } from '../mach-o/mach-layout.ts';
import { readUniversal, type UniversalFile, universalHeader } from '../mach-o/universal-binary.ts';
import { type OldSignature, readOldSignature } from './old-signature.ts';
import { type CodeClaims, SignedSlice } from './signed-slice.ts';
import type { SigningIdentity } from './signing-identity.ts';
import type { UnpackedFile } from './unpacked-file.ts';

/** An executable or library that can be signed. */
export interface Code {
  file: UnpackedFile;
  universal: UniversalFile | null;
  slices: { range: SliceRange; layout: MachLayout }[];
  /** Of the first slice with a signature that can be read. */
  old: OldSignature;
}

/** Reads the layout of all slices. Errors: PackageError for what is damaged, hostile or encrypted. */
export async function readCode(file: UnpackedFile): Promise<Code> {
  const universal = await readUniversal(file.read, file.bytes, file.name);
  const slices: Code['slices'] = [];
  let old: OldSignature = { identifier: null, entitlements: null };
  for (const range of universal?.slices ?? [{ offset: 0, bytes: file.bytes }]) {
    const layout = await readLayout(file.read, range, file.name);
    if (layout.isEncrypted) throw new PackageError('encrypted_binary', { entry: file.name });
    if (old.identifier === null) old = await readOldSignature(file.read, range, layout);
    slices.push({ range, layout });
  }
  return { file, universal, slices, old };
}

/** The bytes of the signed file, in chunks. Errors: PackageError where there is no room for a signature. */
export async function* signedCode(
  { file, universal, slices }: Code,
  claims: CodeClaims,
  identity: SigningIdentity,
  now: Date,
): AsyncGenerator<Buffer> {
  const signed = slices.map(
    ({ range, layout }) => new SignedSlice(file, range, layout, claims, identity, now),
  );
  const places = universal === null ? [] : placesOf(universal, signed);
  let at = 0;
  if (universal !== null) {
    const header = universalHeader(universal, places);
    at = header.length;
    yield header;
  }
  for (const [index, slice] of signed.entries()) {
    const start = places[index]?.offset ?? 0;
    if (start > at) yield Buffer.alloc(start - at);
    yield* slice.chunks(file);
    at = start + slice.bytes;
  }
}

/** The places of the slices, each at a multiple of its alignment. */
function placesOf({ wide, slices }: UniversalFile, signed: readonly SignedSlice[]): SliceRange[] {
  let end = 8 + slices.length * (wide ? 32 : 20);
  return signed.map(({ bytes }, index) => {
    const { alignment } = slices[index] ?? { alignment: 1 };
    const offset = Math.ceil(end / alignment) * alignment;
    end = offset + bytes;
    return { offset, bytes };
  });
}
