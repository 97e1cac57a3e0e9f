import { signStatuses } from '../../../contract/common/codes.ts';
import type { VersionRow } from './store.ts';

const names: Readonly<Record<number, string>> = {
  [signStatuses.signing]: 'in_progress',
  [signStatuses.signed]: 'signed',
  [signStatuses.cancelled]: 'cancelled',
  [signStatuses.failed]: 'error',
};

/** How signing stands, null before the first signature; document 2, GET /v2/applications/<application>. */
export const signingOf = (version: VersionRow | undefined) => ({
  signing_status: names[version?.sign_status ?? signStatuses.unsigned] ?? null,
  signing_status_details: version?.sign_status_details ?? '',
});
