import { ByteView } from '../../formats/byte-view.ts';
import { parsePlist } from '../../formats/plist/plist.ts';
import type { PlistDictionary } from '../../formats/plist/plist-value.ts';
import { documentBytes } from '../../limits.ts';
import { PackageError } from '../../package-error.ts';
import type { MachLayout, ReadBytes, SliceRange } from '../mach-o/mach-layout.ts';
import { magic, slot } from './blobs.ts';

/** What a new signature takes from the earlier one. */
export interface OldSignature {
  identifier: string | null;
  /** The entitlements that the program requests. */
  entitlements: PlistDictionary | null;
}

const none: OldSignature = { identifier: null, entitlements: null };
const code = 'malformed_signature';
const maxParts = 64;
const maxIdentifierLength = 255;

/** Reads the signature of a slice; one that can't be read counts as none, because it is replaced. */
export async function readOldSignature(
  read: ReadBytes,
  slice: SliceRange,
  { signature }: MachLayout,
): Promise<OldSignature> {
  if (signature === null) return none;
  const length = Math.min(signature.bytes, documentBytes.signature);
  const bytes = await read(slice.offset + signature.offset, length);
  try {
    const parts = readParts(new ByteView(bytes, code, 'big'));
    const entitlements = parts.get(slot.entitlements);
    return {
      identifier: identifierOf(parts.get(slot.codeDirectory)),
      entitlements: entitlements === undefined ? null : parsePlist(entitlements.bytes.subarray(8), code),
    };
  } catch (error) {
    if (error instanceof PackageError) return none;
    throw error;
  }
}

function readParts(view: ByteView): Map<number, ByteView> {
  const count = view.u32(8);
  if (view.u32(0) !== magic.superBlob || count > maxParts) view.fail();
  const parts = new Map<number, ByteView>();
  for (let i = 0; i < count; i++) {
    const at = view.u32(16 + i * 8);
    parts.set(view.u32(12 + i * 8), view.part(at, view.u32(at + 4)));
  }
  return parts;
}

function identifierOf(directory: ByteView | undefined): string | null {
  if (directory === undefined) return null;
  const start = directory.u32(20);
  const end = directory.bytes.indexOf(0, start);
  const found = end > start && end - start <= maxIdentifierLength;
  return found ? directory.slice(start, end - start).toString('utf8') : null;
}
