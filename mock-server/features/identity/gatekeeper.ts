import { splitIntoChunks } from '../../platform/chunks.ts';
import { getNow } from '../../platform/database/identifiers.ts';
import { forbiddenError, type ServiceError } from '../../platform/errors.ts';
import {
  type Caller,
  type CallerDevice,
  type DeviceCaller,
  type Gatekeeper,
  getSessionKey,
  type OwnRevisions,
} from '../../platform/http/contexts.ts';
import { findPairedDevice, findPairingRefusal } from '../devices/facade.ts';
import { assertRecentSignIn, findReachableOrganization } from '../organizations/facade.ts';
import { findUser, isNonCompliant } from '../users/facade.ts';
import type { IdentityContext } from './identity-context.ts';
import { openLink } from './links.ts';
import { findEnd } from './sessions/ended-session-store.ts';
import {
  findRefusal,
  findUserRefusal,
  notAuthenticatedError,
  toCaller,
  toPairedDevice,
} from './sessions/session-caller.ts';
import { findSession, findSessions, hasSession, type SessionRow } from './sessions/session-store.ts';
import { hashToken, parseTokenOrganization } from './sessions/tokens.ts';
import { assertTermsAccepted } from './terms/assert-accepted.ts';
import { findUnacceptedTerms } from './terms/unaccepted-store.ts';

/** Sessions that one statement reads. */
const sessionsPerQuery = 100;
/** In place of a device, for requests without one: no device has this id. */
const noDeviceId = '';

/** Decides who is calling: tokens, devices, affiliated organizations, links. */
export function createGatekeeper(platform: IdentityContext): Gatekeeper {
  const { db } = platform.database;
  const isServer = platform.database.dialect !== 'sqlite';
  const { deviceActivity: activity, sessionUse: uses } = platform;

  /** Reads the session of a token on a device. Nothing of it is cached: any process may end it at any time. */
  async function readSession(token: string, deviceId: string): Promise<SessionRow> {
    const orgId = parseTokenOrganization(token);
    if (orgId === null) throw notAuthenticatedError();
    const hash = hashToken(token);
    const row = await findSession(db, orgId, hash, deviceId);
    if (row === undefined) throw notAuthenticatedError(await findEnd(db, orgId, hash));
    refuse(findRefusal(row, getNow()));
    uses.record(orgId, row.tokenId, row.last_used);
    return row;
  }

  const authenticateToken = async (token: string): Promise<Caller> =>
    toCaller(await readSession(token, noDeviceId));

  async function readDevice(caller: Caller, deviceId: string): Promise<CallerDevice> {
    refuseApiToken(caller.token);
    return findPairedDevice(platform, caller.orgId, caller.user.id, deviceId);
  }

  async function authenticateOnDevice(token: string, deviceId: string): Promise<DeviceCaller> {
    const row = await readSession(token, deviceId);
    const caller = toCaller(row);
    refuseApiToken(caller.token);
    const paired = toPairedDevice(row);
    // It may be named by the identifier that it reports.
    if (paired === null) return { ...caller, device: await readDevice(caller, deviceId), revisions: null };
    refuse(findPairingRefusal(paired.state, getNow()));
    activity.note(row.orgId, paired.pairingId);
    return { ...caller, device: paired.device, revisions: paired.revisions };
  }

  async function filterActive(callers: readonly DeviceCaller[]): Promise<Map<string, OwnRevisions>> {
    const result = new Map<string, OwnRevisions>();
    for (const part of splitIntoChunks(callers, sessionsPerQuery)) {
      const keys = part.map(({ homeOrgId: orgId, token: { hash }, device }) => ({
        orgId,
        hash,
        deviceId: device.id,
      }));
      const moment = getNow();
      for (const row of await findSessions(db, keys, isServer)) {
        const paired = toPairedDevice(row);
        // Who is disabled for non-compliance has another catalog, so their stream ends too.
        if (paired === null || row.disabled !== 0 || findRefusal(row, moment) !== null) continue;
        if (findPairingRefusal(paired.state, moment) !== null) continue;
        const { user, device } = paired.revisions;
        result.set(getSessionKey(row, paired.device), { user, device });
      }
    }
    return result;
  }

  async function actOn(caller: Caller, named: string): Promise<Caller> {
    if (named === caller.homeOrgId) return caller;
    return { ...caller, orgId: (await findReachableOrganization(db, caller, named)).id };
  }

  async function authenticateLink(
    linkToken: string,
    purpose: { method: string; path: string },
  ): Promise<DeviceCaller> {
    const link = openLink(platform.secrets, linkToken, purpose.path);
    const user = await findUser(db, link.orgId, link.userId);
    if (user === undefined || user.deleted !== null) throw notAuthenticatedError();
    const mustComply = isNonCompliant(user);
    refuse(findUserRefusal(user, mustComply, getNow()));
    const device = await findPairedDevice(platform, link.orgId, user.id, link.deviceId);
    if (!(await hasSession(db, link.orgId, user.id, link.deviceId)))
      throw notAuthenticatedError('signed_out');
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
      unacceptedTerms: await findUnacceptedTerms(db, link.orgId, user.id),
      device,
      revisions: null,
    };
  }

  return {
    authenticateToken,
    readDevice,
    authenticateOnDevice,
    filterActive,
    actOn,
    assertRecentSignIn: (caller) => assertRecentSignIn(db, caller),
    authenticateLink,
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
  throw forbiddenError('An API token is not accepted here. Sign in and send the token of the session.');
}
