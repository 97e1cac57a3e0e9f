import type { OrganizationSettings } from '../../../../contract/organizations.ts';
import type { SecuritySettings } from '../../../../contract/security.ts';
import { endOpenAttempts } from '../../../platform/attempts/attempts.ts';
import type { Tx } from '../../../platform/database/handles.ts';
import { createId, getNow } from '../../../platform/database/identifiers.ts';
import type { Caller } from '../../../platform/http/contexts.ts';
import { findEarliest, getMomentInDays, getMomentInMinutes } from '../../../platform/moments.ts';
import { requestContext } from '../../../platform/request-context.ts';
import { recordPlaces } from '../sign-in/place-store.ts';
import { type SignedIn, wrongCredentialsError } from '../sign-in/sign-in.ts';
import * as store from '../store.ts';
import { createToken } from './tokens.ts';

/** How long (ms) the link of a file may last at most: so long the session that asked for it is remembered after its end. */
const maxLinkLifetimeMs = 24 * 3_600_000;
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
  const requested = options.remember
    ? settings.remember_me_timeout_in_minutes
    : settings.session_timeout_in_minutes;
  const { sessions_longest_in_minutes: maxLength, sessions_idle_in_minutes: idle } = security;
  const minutes = maxLength > 0 ? Math.min(requested, maxLength) : requested;
  const { token, hash, lastFour } = createToken(user.org_id);
  if (!(await store.lockUser(tx, user))) throw wrongCredentialsError();
  await store.deleteExpiredTokens(tx, user, new Date(Date.now() - maxLinkLifetimeMs).toISOString());
  await store.insertToken(tx, {
    org_id: user.org_id,
    hash,
    id: createId(),
    kind: options.kind,
    user: user.id,
    device: options.device,
    last_four: lastFour,
    created: getNow(),
    prune: getMomentInMinutes(minutes),
    idle_ends: idle === 0 ? null : getMomentInMinutes(idle),
    ...getOrigin(),
  });
  await recordPlaces(tx, user, places);
  endOpenAttempts(tx);
  return { token, ttl: minutes * 60 };
}

/** From where the request comes that begins a session. */
function getOrigin() {
  const { address = null, agent = null } = requestContext.getStore()?.from ?? {};
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
  requested: { name: string | null; scopes: readonly string[] | null; ends: string | null },
): Promise<{ token: string; id: string }> {
  const { token, hash, lastFour } = createToken(user.org_id);
  const id = createId();
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
    created: getNow(),
    prune: findEarliest(requested.ends, makers, days === 0 ? null : getMomentInDays(days)),
    idle_ends: null,
    ...getOrigin(),
    name: requested.name,
    scopes: requested.scopes && JSON.stringify(requested.scopes),
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
  const requested = settings.session_timeout_in_minutes * minute;
  const started = await store.findSessionStart(tx, token.orgId, token.hash);
  const maxLength = security.sessions_longest_in_minutes * minute;
  const left =
    maxLength === 0 || started === undefined ? requested : Date.parse(started) + maxLength - Date.now();
  const time = Math.max(0, Math.min(requested, left));
  await store.setPruned(tx, token.orgId, token.hash, new Date(Date.now() + time).toISOString());
  return Math.floor(time / 1000);
}
