import type { CatalogRevisions, DeviceCaller } from '../../../platform/http/contexts.ts';
import type { NotedActivity } from '../../devices/facade.ts';
import type { SessionRow } from './found-session-store.ts';
import type { NotedUse } from './session-use.ts';

/** A session on a device, with what its use is noted by. */
export interface KnownSession {
  caller: DeviceCaller;
  pairingId: string;
  /** What of its use is noted already. */
  noted: NotedActivity & NotedUse;
}

/** A session of which nothing is noted yet. */
export const newlyKnown = (caller: DeviceCaller, pairingId: string): KnownSession => ({
  caller: shared(caller),
  pairingId,
  noted: { step: 0, until: 0 },
});

/** Who calls, of a session that goes on. */
export const callerOf = (orgId: string, hash: string, row: SessionRow): DeviceCaller => ({
  mustComply: false,
  orgId,
  homeOrgId: orgId,
  user: { id: row.userId, psk: row.userPsk, role: row.role, userId: row.login },
  token: { id: row.tokenId, kind: row.kind, hash, prune: row.prune, since: row.created },
  device: {
    id: row.deviceId,
    operatingSystem: row.operating_system,
    operatingSystemVersion: row.operating_system_version,
    formFactor: row.form_factor,
  },
  revisions: {
    catalog: row.catalog_revision,
    activity: row.activity_revision ?? 0,
    user: row.user_revision,
    device: row.device_revision,
  },
});

/** The revisions that all people of an organization share. */
export type OrganizationRevisions = Pick<CatalogRevisions, 'catalog' | 'activity'>;

/** The same session with its organization's present revisions. */
export function withRevisions(
  known: KnownSession,
  { catalog, activity }: OrganizationRevisions,
): KnownSession {
  const { caller } = known;
  const { revisions } = caller;
  if (revisions === null || (revisions.catalog === catalog && revisions.activity === activity)) return known;
  return { ...known, caller: shared({ ...caller, revisions: { ...revisions, catalog, activity } }) };
}

/** Freezes a caller, because many requests share it. */
function shared(caller: DeviceCaller): DeviceCaller {
  for (const part of [caller.user, caller.token, caller.device, caller.revisions]) Object.freeze(part);
  return Object.freeze(caller);
}
