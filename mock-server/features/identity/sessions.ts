import type { OrganizationSettings } from '../../../contract/organizations.ts';
import { acting } from '../../platform/acting.ts';
import type { Tx } from '../../platform/database/handles.ts';
import { newId, now } from '../../platform/database/identifiers.ts';
import type { Caller } from '../../platform/http/contexts.ts';
import { type UserRow, wrongCredentials } from './sign-in.ts';
import * as store from './store.ts';
import { newToken } from './tokens.ts';

/** How long (ms) the link of a file may last at most: so long the session that asked for it is remembered after its end. */
const longestLink = 24 * 3_600_000;

export interface Session {
  token: string;
  /** Seconds until the token ends. */
  ttl: number;
}

/**
 * Starts a session: its token lives for the organization's Remember Me timeout or its session timeout; document 1,
 * Authentication 7. It locks the user, so that a simultaneous end of all tokens either ends this one too or prevents it.
 * Error: `wrong_credentials` when the user was deleted, disabled or given another password since theirs was checked.
 */
export async function startSession(
  tx: Tx,
  user: Pick<UserRow, 'org_id' | 'id' | 'password_hash' | 'disabled'>,
  settings: OrganizationSettings,
  options: { remember: boolean; kind: 'user' | 'catalog'; device: string | null },
): Promise<Session> {
  const minutes = options.remember
    ? settings.remember_me_timeout_in_minutes
    : settings.session_timeout_in_minutes;
  const { token, hash, lastFour } = newToken(user.org_id);
  if (!(await store.holdUser(tx, user))) throw wrongCredentials();
  await store.deleteExpiredTokens(tx, user, new Date(Date.now() - longestLink).toISOString());
  await store.insertToken(tx, {
    org_id: user.org_id,
    hash,
    id: newId(),
    kind: options.kind,
    user: user.id,
    device: options.device,
    last_four: lastFour,
    created: now(),
    prune: inMinutes(minutes),
    ...begun(),
  });
  return { token, ttl: minutes * 60 };
}

/** From where the request comes that begins a session. */
function begun() {
  const { address = null, agent = null } = acting.getStore()?.from ?? {};
  return { name: null, last_used: null, address, agent, scopes: null };
}

/**
 * An API token, which never expires unless an end is asked for or whoever makes it is one with an end; document 1,
 * Authentication 2. Only this answer has the secret.
 */
export async function startApiAccess(
  tx: Tx,
  user: { org_id: string; id: string },
  maker: Pick<Caller, 'token'>,
  asked: { name: string | null; scopes: readonly string[] | null; ends: string | null },
): Promise<{ token: string; id: string }> {
  const { token, hash, lastFour } = newToken(user.org_id);
  const id = newId();
  const end = maker.token.kind === 'api' ? maker.token.prune : null;
  await store.insertToken(tx, {
    org_id: user.org_id,
    hash,
    id,
    kind: 'api',
    user: user.id,
    device: null,
    last_four: lastFour,
    created: now(),
    prune: asked.ends !== null && end !== null && end < asked.ends ? end : (asked.ends ?? end),
    ...begun(),
    name: asked.name,
    scopes: asked.scopes && JSON.stringify(asked.scopes),
  });
  return { token, id };
}

/** Moves the end of a session to the organization's session timeout from now; returns seconds. */
export async function extendSession(
  tx: Tx,
  token: { orgId: string; hash: string },
  settings: OrganizationSettings,
): Promise<number> {
  const minutes = settings.session_timeout_in_minutes;
  await store.setPrune(tx, token.orgId, token.hash, inMinutes(minutes));
  return minutes * 60;
}

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
