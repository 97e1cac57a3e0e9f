import { endSession } from '../../../contract/identity.ts';
import { Client } from '../http/client.ts';
import { RateLimitedError, RefusedError } from '../http/errors.ts';
import type { Identity } from '../records/session-record.ts';
import type { SharedDatabase } from '../storage/shared-database.ts';

/** How long a request to end a session may take, in milliseconds. */
const timeoutMs = 5_000;

/** Notes a token that has to be ended, now or when there is a network. Returns whether the note outlives the page. */
export const queueToken = (shared: SharedDatabase, token: Identity): Promise<boolean> =>
  shared.update('endings', (tokens = []) => [...tokens, token]);

/** Ends the noted tokens at the service, as far as it can be reached. Returns how many remain. */
export async function revokeTokens(shared: SharedDatabase, origin: string): Promise<number> {
  const recorded = (await shared.get('endings')) ?? [];
  if (recorded.length === 0) return 0;
  const left = await Promise.all(
    recorded.map(async (token) => ((await revokeToken(origin, token)) ? [] : [token.token])),
  );
  const waiting = new Set(left.flat());
  await shared.update('endings', (tokens = []) =>
    tokens.filter(({ token }) => waiting.has(token) || !recorded.some((other) => other.token === token)),
  );
  return waiting.size;
}

/**
 * Ends a session; returns whether it is over. A refusal means that the token is invalid already, which no clock of this
 * device can tell.
 */
async function revokeToken(origin: string, identity: Identity): Promise<boolean> {
  const client = new Client(origin);
  client.identity = identity;
  return client.call(endSession, { signal: AbortSignal.timeout(timeoutMs) }).then(
    () => true,
    (fault: unknown) => fault instanceof RefusedError && !(fault instanceof RateLimitedError),
  );
}
