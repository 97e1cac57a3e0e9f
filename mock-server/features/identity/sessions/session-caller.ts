import { ServiceError } from '../../../platform/errors.ts';
import type { Caller, CallerDevice, CatalogRevisions } from '../../../platform/http/contexts.ts';
import type { PairingState } from '../../devices/facade.ts';
import { isNonCompliant } from '../../users/facade.ts';
import type { SessionRow } from './session-store.ts';

/** The refusal of a request without a session that goes on. */
export const notAuthenticatedError = (reason?: string) =>
  new ServiceError('not_authenticated', 'The token is unknown or has expired. Sign in again.', {
    ...(reason !== undefined && { details: { reason } }),
  });

/**
 * Whether the person is disabled for non-compliance, and signed in to the catalog, where they can install what they
 * lack.
 */
const isComplianceRequired = (row: SessionRow): boolean => row.kind === 'catalog' && isNonCompliant(row);

/** Why a session is refused, whatever the device; null while it goes on. */
export function findRefusal(row: SessionRow, moment: string): ServiceError | null {
  if (row.deleted !== null) return notAuthenticatedError('account_deleted');
  if (isExpired(row.prune, moment) || isExpired(row.idle_ends, moment))
    return notAuthenticatedError('expired');
  return findUserRefusal(row, isComplianceRequired(row), moment);
}

/** Why a person is refused who is disabled or past their end date; null when nothing is to be refused. */
export function findUserRefusal(
  { disabled, until }: { disabled: number; until: string | null },
  mustComply: boolean,
  moment: string,
): ServiceError | null {
  if ((disabled === 0 || mustComply) && !isExpired(until, moment)) return null;
  return new ServiceError('account_disabled', 'This account is disabled. Contact your support.');
}

const isExpired = (end: string | null, moment: string): boolean => end !== null && end <= moment;

/** Who calls, of a session that goes on. */
export const toCaller = (row: SessionRow): Caller => ({
  mustComply: isComplianceRequired(row),
  orgId: row.orgId,
  homeOrgId: row.orgId,
  user: { id: row.userId, psk: row.userPsk, role: row.role, userId: row.login },
  token: {
    id: row.tokenId,
    kind: row.kind,
    hash: row.hash,
    prune: row.prune,
    since: row.created,
    ...(row.scopes !== null && { scopes: JSON.parse(row.scopes) as string[] }),
  },
  unacceptedTerms: row.unacceptedTerms,
});

/** A device that the person of a session is paired with. */
export interface PairedDevice {
  device: CallerDevice;
  pairingId: string;
  /** Whether device and pairing are disabled. */
  state: PairingState;
  /** The revisions of the person's catalog on the device. */
  revisions: CatalogRevisions;
}

/** The device of a session; null where the person is not paired with it. */
export function toPairedDevice(row: SessionRow): PairedDevice | null {
  const { deviceId, pairingId, operating_system: operatingSystem, form_factor: formFactor } = row;
  const { catalogRevision: catalog, activityRevision, userRevision: user, deviceRevision } = row;
  if (deviceId === null || pairingId === null || operatingSystem === null) return null;
  if (formFactor === null || deviceRevision === null) return null;
  return {
    device: {
      id: deviceId,
      operatingSystem,
      operatingSystemVersion: row.operating_system_version,
      formFactor,
    },
    pairingId,
    state: row,
    revisions: { catalog, activity: activityRevision ?? 0, user, device: deviceRevision },
  };
}
