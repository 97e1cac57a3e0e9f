import { promisify } from 'node:util';
import { chunks } from '../../platform/chunks.ts';
import { now } from '../../platform/database/identifiers.ts';
import {
  type Caller,
  type CallerDevice,
  type DeviceCaller,
  type Gatekeeper,
  type OwnRevisions,
  sessionKey,
} from '../../platform/http/contexts.ts';
import { forbidden, ServiceError } from '../../platform/http/errors.ts';
import type { Platform } from '../../platform/services.ts';
import { activityOf, pairedDevice } from '../devices/facade.ts';
import { openLink } from '../downloads/facade.ts';
import { reachable } from '../organizations/facade.ts';
import { termsGate } from '../terms/facade.ts';
import { findUser, isNonCompliant } from '../users/facade.ts';
import { assertRecentSignIn } from './security/recent-sign-in.ts';
import { ComparedSessions } from './sessions/compared-sessions.ts';
import { findEnd } from './sessions/ended-session-store.ts';
import * as sessions from './sessions/found-session-store.ts';
import { KeptSessions } from './sessions/kept-sessions.ts';
import type { KnownSession } from './sessions/known-session.ts';
import { sessionUse } from './sessions/session-use.ts';
import { hashToken, tokenOrganization } from './sessions/tokens.ts';
import * as store from './store.ts';

const notAuthenticated = (reason?: string) =>
  new ServiceError('not_authenticated', 'The token is unknown or has expired. Sign in again.', {
    ...(reason !== undefined && { details: { reason } }),
  });

/** Decides who is calling: tokens, devices, affiliated organizations, links. */
export function createGatekeeper(platform: Platform): Gatekeeper {
  const { db } = platform.database;

  const { watch } = platform.database;
  const activity = activityOf(platform);
  const uses = sessionUse(platform);

  const asked = watch === null ? new ComparedSessions(db) : new KeptSessions(watch, db);

  /** Notes that a session of a person is used now. */
  function used({ caller, pairingId, noted }: KnownSession): DeviceCaller {
    activity.note(caller.homeOrgId, pairingId, noted);
    uses.note(caller.homeOrgId, caller.token.id, noted);
    return caller;
  }

  async function byToken(token: string): Promise<Caller> {
    const orgId = tokenOrganization(token);
    if (orgId === null) throw notAuthenticated();
    const hash = hashToken(token);
    const found = await store.findToken(db, orgId, hash);
    const moment = now();
    if (found === undefined) throw notAuthenticated(await findEnd(db, orgId, hash));
    if (found.deleted !== null) throw notAuthenticated('account_deleted');
    if (isOver(found.prune, moment) || isOver(found.idle_ends, moment)) throw notAuthenticated('expired');
    uses.note(orgId, found.tokenId);
    const mustComply = found.kind === 'catalog' && isNonCompliant(found);
    refuseDisabled(mustComply ? { ...found, disabled: 0 } : found, moment);
    return {
      mustComply,
      orgId,
      homeOrgId: orgId,
      user: { id: found.userId, psk: found.userPsk, role: found.role, userId: found.login },
      token: {
        id: found.tokenId,
        kind: found.kind,
        hash,
        prune: found.prune,
        since: found.created,
        ...(found.scopes !== null && { scopes: JSON.parse(found.scopes) as string[] }),
      },
    };
  }

  async function device(caller: Caller, deviceId: string): Promise<CallerDevice> {
    refuseApiToken(caller.token);
    return pairedDevice(platform, caller.orgId, caller.user.id, deviceId);
  }

  function known(token: string, deviceId: string, tell: Parameters<Gatekeeper['known']>[2]): void {
    const orgId = tokenOrganization(token);
    if (orgId === null) return tell(null, null);
    asked.ask(orgId, [hashToken(token), deviceId], (error, found) => {
      const isPersons = found !== undefined && found.caller.token.kind !== 'api';
      tell(error, isPersons ? used(found) : null);
    });
  }

  async function stepByStep(token: string, deviceId: string): Promise<DeviceCaller> {
    const caller = await byToken(token);
    return { ...caller, device: await device(caller, deviceId), revisions: null };
  }

  const knownLater = promisify(known);
  const onDevice = async (token: string, deviceId: string) =>
    (await knownLater(token, deviceId)) ?? stepByStep(token, deviceId);

  async function living(callers: readonly DeviceCaller[]): Promise<Map<string, OwnRevisions>> {
    const result = new Map<string, OwnRevisions>();
    const isServer = platform.database.dialect !== 'sqlite';
    for (const part of chunks(callers, sessions.sessionsTogether)) {
      const asked = part.map(({ homeOrgId, token, device: { id } }) => [homeOrgId, token.hash, id] as const);
      for (const { hash, id, user, device } of await sessions.livingSessions(db, asked, now(), isServer))
        result.set(sessionKey({ hash }, { id }), { user, device });
    }
    return result;
  }

  async function actingOn(caller: Caller, named: string): Promise<Caller> {
    if (named === caller.homeOrgId) return caller;
    return { ...caller, orgId: (await reachable(db, caller, named)).id };
  }

  async function byLink(linkToken: string, purpose: { method: string; path: string }): Promise<DeviceCaller> {
    const link = openLink(platform.secrets, linkToken, purpose);
    const user = await findUser(db, link.orgId, link.userId);
    if (user === undefined || user.deleted !== null) throw notAuthenticated();
    const mustComply = isNonCompliant(user);
    refuseDisabled(mustComply ? { ...user, disabled: 0 } : user, now());
    const device = await pairedDevice(platform, link.orgId, user.id, link.deviceId);
    if (!(await sessions.hasSession(db, link.orgId, user.id, link.deviceId)))
      throw notAuthenticated('signed_out');
    return {
      mustComply,
      orgId: link.orgId,
      homeOrgId: link.orgId,
      user: { id: user.id, psk: user.psk, role: user.role, userId: user.user_id },
      token: { id: link.id, kind: 'catalog', hash: '', prune: link.expires, since: '' },
      device,
      revisions: null,
    };
  }

  const terms = termsGate(platform);
  const assertTerms: Gatekeeper['assertTerms'] = (caller) => terms.assertAccepted(caller);
  const hasAcceptedTerms: Gatekeeper['hasAcceptedTerms'] = (caller) => terms.isKnownToAccept(caller);

  return {
    byToken,
    device,
    known,
    stepByStep,
    onDevice,
    living,
    actingOn,
    assertRecentSignIn: (caller) => assertRecentSignIn(db, caller),
    byLink,
    assertTerms,
    hasAcceptedTerms,
  };
}

const isOver = (end: string | null, moment: string): boolean => end !== null && end <= moment;

/** Catalog, downloads and reviews need the token of a sign-in; document 1, Authentication 4. */
function refuseApiToken(token: Pick<Caller['token'], 'kind'>): void {
  if (token.kind !== 'api') return;
  throw forbidden('An API token is not accepted here. Sign in and send the token of the session.');
}

function refuseDisabled(user: { disabled: number; until: string | null }, moment: string): void {
  if (user.disabled === 0 && (user.until === null || user.until > moment)) return;
  throw new ServiceError('account_disabled', 'This account is disabled. Contact your support.');
}
