import type { PackageSigning } from '../../../app-packages/package-info.ts';

/** Who signed a file, as far as that decides whether devices accept it as an update of another one. */
export interface Signer {
  /** Android: SHA-256 of the signers' certificates. */
  certificates: string[];
  /** Android: the keys that the signer's key replaced, oldest first, and what each may still do. */
  lineage: { sha256: string; capabilities: number }[];
  /** iOS: the team. */
  team: string | null;
}

/**
 * The apps that this certificate signed may be updated by those of the newer one; source.android.com, "APK Signature
 * Scheme v3".
 */
const installedData = 0x1;
/** Apps that a newer certificate signed may be replaced by those of this one. */
const rollback = 0x8;

/** The signer of a package; null when its signature is not valid, or does not tell. */
export function findSigner({ signed, apk, team }: PackageSigning): Signer | null {
  if (!signed) return null;
  if (apk === null) return team === null ? null : { certificates: [], lineage: [], team };
  return {
    certificates: apk.signers.map(({ sha256 }) => sha256).sort(),
    lineage: apk.lineage.map(({ sha256, capabilities }) => ({ sha256, capabilities })),
    team: null,
  };
}

/** Whether a device that has a package signed by `before` accepts one signed by `after` as an update. */
export function mayUpdate(before: Signer, after: Signer): boolean {
  if (before.team !== null || after.team !== null) return before.team === after.team;
  const same = before.certificates.join() === after.certificates.join();
  return same || hasCapability(after, before, installedData) || hasCapability(before, after, rollback);
}

/** Whether the history of `newer` includes a capability to the signer of `older`. */
function hasCapability(newer: Signer, older: Signer, capability: number): boolean {
  if (older.certificates.length !== 1) return false;
  const node = newer.lineage.find(({ sha256 }) => sha256 === older.certificates[0]);
  return node !== undefined && (node.capabilities & capability) !== 0;
}
