import type { DeviceCaller } from '../../../platform/http/contexts.ts';
import type { findSession } from './found-session-store.ts';

/** A session on a device, with what its use is noted by. */
export interface KnownSession {
  caller: DeviceCaller;
  pairingId: string;
}

type Row = NonNullable<Awaited<ReturnType<typeof findSession>>>;

/** Who calls, of a session that goes on. */
export const callerOf = (orgId: string, hash: string, row: Row): DeviceCaller => ({
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
