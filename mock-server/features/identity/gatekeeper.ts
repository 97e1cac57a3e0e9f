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
import { Together } from '../../platform/together.ts';
import { activityOf, pairedDevice } from '../devices/facade.ts';
import { openLink } from '../downloads/facade.ts';
import { reachable } from '../organizations/facade.ts';
import { termsGate } from '../terms/facade.ts';
import { findUser, isNonCompliant } from '../users/facade.ts';
import { findEnd } from './sessions/ended-session-store.ts';
import * as live from './sessions/live-session-store.ts';
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
  const session = sessionFinder(platform);

  async function byToken(token: string): Promise<Caller> {
    const orgId = tokenOrganization(token);
    if (orgId === null) throw notAuthenticated();
    const hash = hashToken(token);
    const found = await store.findToken(db, orgId, hash);
    const moment = now();
    if (found === undefined) throw notAuthenticated(await findEnd(db, orgId, hash));
    if (found.deleted !== null) throw notAuthenticated('account_deleted');
    if (isOver(found.prune, moment) || isOver(found.idle_ends, moment)) throw notAuthenticated('expired');
    sessionUse(platform).note(orgId, found.tokenId);
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

  async function onDevice(token: string, deviceId: string): Promise<DeviceCaller> {
    const orgId = tokenOrganization(token);
    if (orgId === null) throw notAuthenticated();
    const hash = hashToken(token);
    const found = await session([orgId, hash, deviceId]);
    if (found !== undefined && found.kind !== 'api') {
      activityOf(platform).note(orgId, found.pairingId);
      sessionUse(platform).note(orgId, found.tokenId);
      return callerOf(orgId, hash, found);
    }
    // Something is to be refused, with its reason.
    const caller = await byToken(token);
    return { ...caller, device: await device(caller, deviceId), revisions: null };
  }

  async function living(callers: readonly DeviceCaller[]): Promise<Map<string, OwnRevisions>> {
    const result = new Map<string, OwnRevisions>();
    for (const part of chunks(callers, live.sessionsTogether)) {
      const asked = part.map(({ homeOrgId, token, device: { id } }) => [homeOrgId, token.hash, id] as const);
      for (const { hash, id, user, device } of await live.livingSessions(db, asked, now()))
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
    if (!(await store.hasSession(db, link.orgId, user.id, link.deviceId)))
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

  const assertTerms: Gatekeeper['assertTerms'] = (caller) => termsGate(platform).assertAccepted(caller);

  return { byToken, device, onDevice, living, actingOn, byLink, assertTerms };
}

/** Rounds of questions for sessions that are under way at once: with fewer, more go together; others need connections too. */
const rounds = 3;

/**
 * Finds sessions: nearly every request asks for one. Of a server those that come together are asked for together, which costs it and this process far
 * less than a question each; the embedded database answers at once.
 */
function sessionFinder({ database: { db, dialect } }: Platform) {
  const find = (asked: readonly live.AskedSession[]) => live.findSessions(db, asked, now());
  if (dialect === 'sqlite') return async (asked: live.AskedSession) => (await find([asked]))[0];
  const together = new Together(find, { most: live.foundTogether, rounds });
  return (asked: live.AskedSession) => together.ask(asked);
}

const callerOf = (orgId: string, hash: string, row: live.FoundSession): DeviceCaller => ({
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
