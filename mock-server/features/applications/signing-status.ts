import { signStatuses } from '../../../contract/common/codes.ts';
import type { Db } from '../../platform/database/handles.ts';
import { othersWereSigned, type VersionRow } from './store.ts';

const names: Readonly<Record<number, string>> = {
  [signStatuses.signing]: 'in_progress',
  [signStatuses.signed]: 'signed',
  [signStatuses.cancelled]: 'cancelled',
  [signStatuses.failed]: 'error',
};

/**
 * The state of signing; document 2, GET /v2/applications/<application>. Null before a signature was requested for any
 * version. A client that polls a newer version, which nobody signs, is answered with the one word of the document that
 * is true of it.
 */
export async function signingOf(db: Db, version: VersionRow | undefined) {
  const signing_status = names[version?.sign_status ?? signStatuses.unsigned] ?? null;
  const signing_status_details = version?.sign_status_details ?? '';
  if (signing_status !== null || version === undefined || !(await othersWereSigned(db, version))) {
    return { signing_status, signing_status_details };
  }
  return {
    signing_status: 'cancelled',
    signing_status_details:
      signing_status_details ||
      'Nobody has asked to sign this version yet. Sign it with signing credentials.',
  };
}
