import type { OrganizationSettings } from '../../../../contract/organizations.ts';
import type { SecuritySettings } from '../../../../contract/security.ts';
import { acting } from '../../../platform/acting.ts';
import { endAttempts } from '../../../platform/attempts/attempts.ts';
import type { Tx } from '../../../platform/database/handles.ts';
import { newId, now } from '../../../platform/database/identifiers.ts';
import type { Caller } from '../../../platform/http/contexts.ts';
import { earliest, inDays, inMinutes } from '../../../platform/moments.ts';
import { notePlaces } from '../sign-in/place-store.ts';
import { type SignedIn, wrongCredentials } from '../sign-in/sign-in.ts';
import * as store from '../store.ts';
import { newToken } from './tokens.ts';

/** How long (ms) the link of a file may last at most: so long the session that asked for it is remembered after its end. */
const longestLink = 24 * 3_600_000;
const minute = 60_000;
/** The kinds of tokens that are no API tokens. */
export const sessionKinds = ['user', 'catalog'] as const;

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
  { user, settings, security, places }: Omit<SignedIn, 'organization'>,
  options: { remember: boolean; kind: 'user' | 'catalog'; device: string | null },
): Promise<Session> {
  const asked = options.remember
    ? settings.remember_me_timeout_in_minutes
    : settings.session_timeout_in_minutes;
  const { sessions_longest_in_minutes: longest, sessions_idle_in_minutes: idle } = security;
  const minutes = longest > 0 ? Math.min(asked, longest) : asked;
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
    idle_ends: idle === 0 ? null : inMinutes(idle),
    ...begun(),
  });
  await notePlaces(tx, user, places);
  endAttempts(tx);
  return { token, ttl: minutes * 60 };
}

/** From where the request comes that begins a session. */
function begun() {
  const { address = null, agent = null } = acting.getStore()?.from ?? {};
  return { name: null, last_used: null, address, agent, scopes: null };
}

/**
 * An API token. It never expires unless an end is asked for, the organization demands one, or it was made with a token that
 * ends; document 1, Authentication 2. Only this answer has the secret.
 */
export async function startApiAccess(
  tx: Tx,
  user: { org_id: string; id: string },
  maker: Pick<Caller, 'token'>,
  security: SecuritySettings,
  asked: { name: string | null; scopes: readonly string[] | null; ends: string | null },
): Promise<{ token: string; id: string }> {
  const { token, hash, lastFour } = newToken(user.org_id);
  const id = newId();
  const days = security.api_tokens_longest_in_days;
  const makers = maker.token.kind === 'api' ? maker.token.prune : null;
  await store.insertToken(tx, {
    org_id: user.org_id,
    hash,
    id,
    kind: 'api',
    user: user.id,
    device: null,
    last_four: lastFour,
    created: now(),
    prune: earliest(asked.ends, makers, days === 0 ? null : inDays(days)),
    idle_ends: null,
    ...begun(),
    name: asked.name,
    scopes: asked.scopes && JSON.stringify(asked.scopes),
  });
  return { token, id };
}

/** Moves the end of a session to the organization's session timeout from now, or to its longest time; returns seconds. */
export async function extendSession(
  tx: Tx,
  token: { orgId: string; hash: string },
  settings: OrganizationSettings,
  security: SecuritySettings,
): Promise<number> {
  const asked = settings.session_timeout_in_minutes * minute;
  const begun = await store.sessionBegin(tx, token.orgId, token.hash);
  const longest = security.sessions_longest_in_minutes * minute;
  const left = longest === 0 || begun === undefined ? asked : Date.parse(begun) + longest - Date.now();
  const time = Math.max(0, Math.min(asked, left));
  await store.setPrune(tx, token.orgId, token.hash, new Date(Date.now() + time).toISOString());
  return Math.floor(time / 1000);
}
