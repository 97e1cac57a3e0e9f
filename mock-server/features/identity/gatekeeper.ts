import { chunks } from '../../platform/chunks.ts';
import { now } from '../../platform/database/identifiers.ts';
import { forbidden, type ServiceError } from '../../platform/errors.ts';
import {
  type Caller,
  type CallerDevice,
  type DeviceCaller,
  type Gatekeeper,
  type OwnRevisions,
  sessionKey,
} from '../../platform/http/contexts.ts';
import { pairedDevice, refusalOfPairing } from '../devices/facade.ts';
import { assertRecentSignIn, reachable } from '../organizations/facade.ts';
import { findUser, isNonCompliant } from '../users/facade.ts';
import type { IdentityContext } from './identity-context.ts';
import { openLink } from './links.ts';
import { findEnd } from './sessions/ended-session-store.ts';
import {
  callerOf,
  notAuthenticated,
  pairedDeviceOf,
  refusalOf,
  refusalOfUser,
} from './sessions/session-caller.ts';
import { findSession, findSessions, hasSession, type SessionRow } from './sessions/session-store.ts';
import { hashToken, tokenOrganization } from './sessions/tokens.ts';
import { assertTermsAccepted } from './terms/assert-accepted.ts';
import { unacceptedTermsOf } from './terms/unaccepted-store.ts';

/** Sessions that one statement reads. */
const sessionsTogether = 100;
/** In place of a device, for requests without one: no device has this id. */
const noDevice = '';

/** Decides who is calling: tokens, devices, affiliated organizations, links. */
export function createGatekeeper(platform: IdentityContext): Gatekeeper {
  const { db } = platform.database;
  const isServer = platform.database.dialect !== 'sqlite';
  const { deviceActivity: activity, sessionUse: uses } = platform;

  /** Reads the session of a token on a device. Nothing of it is cached: any process may end it at any time. */
  async function session(token: string, deviceId: string): Promise<SessionRow> {
    const orgId = tokenOrganization(token);
    if (orgId === null) throw notAuthenticated();
    const hash = hashToken(token);
    const row = await findSession(db, orgId, hash, deviceId);
    if (row === undefined) throw notAuthenticated(await findEnd(db, orgId, hash));
    refuse(refusalOf(row, now()));
    uses.note(orgId, row.tokenId, row.last_used);
    return row;
  }

  const byToken = async (token: string): Promise<Caller> => callerOf(await session(token, noDevice));

  async function device(caller: Caller, deviceId: string): Promise<CallerDevice> {
    refuseApiToken(caller.token);
    return pairedDevice(platform, caller.orgId, caller.user.id, deviceId);
  }

  async function onDevice(token: string, deviceId: string): Promise<DeviceCaller> {
    const row = await session(token, deviceId);
    const caller = callerOf(row);
    refuseApiToken(caller.token);
    const paired = pairedDeviceOf(row);
    // It may be named by the identifier that it reports.
    if (paired === null) return { ...caller, device: await device(caller, deviceId), revisions: null };
    refuse(refusalOfPairing(paired.state, now()));
    activity.note(row.orgId, paired.pairingId);
    return { ...caller, device: paired.device, revisions: paired.revisions };
  }

  async function living(callers: readonly DeviceCaller[]): Promise<Map<string, OwnRevisions>> {
    const result = new Map<string, OwnRevisions>();
    for (const part of chunks(callers, sessionsTogether)) {
      const keys = part.map(({ homeOrgId: orgId, token: { hash }, device }) => ({
        orgId,
        hash,
        deviceId: device.id,
      }));
      const moment = now();
      for (const row of await findSessions(db, keys, isServer)) {
        const paired = pairedDeviceOf(row);
        // Who is disabled for non-compliance has another catalog, so their stream ends too.
        if (paired === null || row.disabled !== 0 || refusalOf(row, moment) !== null) continue;
        if (refusalOfPairing(paired.state, moment) !== null) continue;
        const { user, device } = paired.revisions;
        result.set(sessionKey(row, paired.device), { user, device });
      }
    }
    return result;
  }

  async function actingOn(caller: Caller, named: string): Promise<Caller> {
    if (named === caller.homeOrgId) return caller;
    return { ...caller, orgId: (await reachable(db, caller, named)).id };
  }

  async function byLink(linkToken: string, purpose: { method: string; path: string }): Promise<DeviceCaller> {
    const link = openLink(platform.secrets, linkToken, purpose.path);
    const user = await findUser(db, link.orgId, link.userId);
    if (user === undefined || user.deleted !== null) throw notAuthenticated();
    const mustComply = isNonCompliant(user);
    refuse(refusalOfUser(user, mustComply, now()));
    const device = await pairedDevice(platform, link.orgId, user.id, link.deviceId);
    if (!(await hasSession(db, link.orgId, user.id, link.deviceId))) throw notAuthenticated('signed_out');
    return {
      mustComply,
      orgId: link.orgId,
      homeOrgId: link.orgId,
      user: { id: user.id, psk: user.psk, role: user.role, userId: user.user_id },
      token: {
        id: link.id,
        kind: 'catalog',
        hash: '',
        prune: new Date(link.expires).toISOString(),
        since: '',
      },
      unacceptedTerms: await unacceptedTermsOf(db, link.orgId, user.id),
      device,
      revisions: null,
    };
  }

  return {
    byToken,
    device,
    onDevice,
    living,
    actingOn,
    assertRecentSignIn: (caller) => assertRecentSignIn(db, caller),
    byLink,
    assertTerms: (caller) => assertTermsAccepted(platform, caller),
  };
}

/** Error: the refusal, if there is one. */
function refuse(refusal: ServiceError | null): void {
  if (refusal !== null) throw refusal;
}

/** Catalog, downloads and reviews need the token of a sign-in; document 1, Authentication 4. */
function refuseApiToken(token: Pick<Caller['token'], 'kind'>): void {
  if (token.kind !== 'api') return;
  throw forbidden('An API token is not accepted here. Sign in and send the token of the session.');
}
