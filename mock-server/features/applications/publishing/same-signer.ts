import type { Warning } from '../../../../contract/common/warnings.ts';
import type { Tx } from '../../../platform/database/handles.ts';
import { ServiceError } from '../../../platform/errors.ts';
import { readSettings } from '../../organizations/facade.ts';
import * as store from '../store.ts';
import { mayUpdate, type Signer } from './signer.ts';

const message =
  'This version is signed with another key than the one before, so no device can update to it: people have to remove the app, with its data, before they install it. Sign it with the key of the version before.';

/**
 * The warning `other_certificate` when devices that have the last signed version of an application would refuse a
 * package signed by `signer` as an update. Error: `other_certificate` where the organization refuses such versions
 * (`refuse_other_certificate`).
 */
export async function findCertificateWarning(
  tx: Tx,
  application: store.ApplicationRow,
  signer: Signer | null,
): Promise<Warning | null> {
  const known = await store.findPreviousSigner(tx, application.org_id, application.id);
  const refuses = known !== null && (await isUpdateRefused(tx, application.org_id, known, signer));
  return refuses ? { error: 'other_certificate', message } : null;
}

/**
 * Whether devices that have a package signed by `before` (JSON) refuse one signed by `after` as an update. Error:
 * `other_certificate` where they do and the organization refuses such versions.
 */
export async function isUpdateRefused(
  tx: Tx,
  orgId: string,
  before: string,
  after: Signer | null,
): Promise<boolean> {
  if (after === null || mayUpdate(JSON.parse(before) as Signer, after)) return false;
  if (await areOtherSignersRefused(tx, orgId)) throw new ServiceError('other_certificate', message);
  return true;
}

/** Whether an organization refuses versions to which no device could update; docs/operating.md. */
export const areOtherSignersRefused = async (tx: Tx, orgId: string): Promise<boolean> =>
  (await readSettings(tx, orgId)).refuse_other_certificate;

/**
 * Whether devices that have a package of one signer refuse one of the other as an update; both as they are stored
 * (JSON), null where nobody signed.
 */
export const isOtherSigner = (before: string | null, after: string | null): boolean =>
  before !== null && after !== null && !mayUpdate(JSON.parse(before) as Signer, JSON.parse(after) as Signer);
