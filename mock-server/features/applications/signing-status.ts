import { signStatuses, wrapStatuses } from '../../../contract/common/codes.ts';
import type { Db } from '../../platform/database/handles.ts';
import { hasSignedOthers, type VersionRow } from './store.ts';

const names: Readonly<Record<number, string>> = {
  [signStatuses.signing]: 'in_progress',
  [signStatuses.signed]: 'signed',
  [signStatuses.cancelled]: 'cancelled',
  [signStatuses.failed]: 'error',
};

/** Whether the signature that devices get is of a package without the policies that were applied after it. */
const arePoliciesUnsigned = (version: VersionRow): boolean =>
  version.sign_status === signStatuses.signed && version.wrap_status === wrapStatuses.needsSigning;

/** `sign_status` of a version: 0 while policies wait for a signature, however its package was signed before. */
export const signStatusOf = (version: VersionRow): number =>
  arePoliciesUnsigned(version) ? signStatuses.unsigned : version.sign_status;

/**
 * The state of signing; document 2, GET /v2/applications/<application>. Null before a signature was requested for any
 * version. A client that polls a newer version or changed policies, which nobody signs, is answered with the one word of
 * the document that is true of it.
 */
export async function readSigning(db: Db, version: VersionRow | undefined) {
  const unasked = { signing_status: null, signing_status_details: version?.sign_status_details ?? '' };
  if (version === undefined) return unasked;
  if (arePoliciesUnsigned(version)) {
    return {
      signing_status: 'cancelled',
      signing_status_details: 'Policies were applied after the last signature. Sign the application again.',
    };
  }
  const signing_status = names[version.sign_status] ?? null;
  if (signing_status !== null) return { ...unasked, signing_status };
  if (!(await hasSignedOthers(db, version))) return unasked;
  return {
    signing_status: 'cancelled',
    signing_status_details:
      unasked.signing_status_details ||
      'Nobody has asked to sign this version yet. Sign it with signing credentials.',
  };
}
