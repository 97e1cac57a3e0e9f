import { sql } from 'kysely';
import { ConfigError } from '../../../settings/environment.ts';
import type { Db } from '../handles.ts';
import { withoutGuard } from '../unguarded.ts';

/**
 * Sends a PostgreSQL server a trivial query. Error: `ConfigError`, a sentence that says why the server can't be used,
 * without the password.
 */
export async function assertUsable(db: Db, url: string): Promise<void> {
  try {
    await sql`select 1`.execute(withoutGuard(db));
  } catch (error) {
    throw new ConfigError(`DATABASE_URL can't be used: ${describeUnusable(error, url)}`, { cause: error });
  }
}

/** The message at a start about an error of the driver, or about the refusal that it became. */
function describeUnusable(error: unknown, url: string): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  const { host, user, database } = parseUrlParts(url);
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  const known: Record<string, string> = {
    ENOTFOUND: `no machine has the name of ${host}.`,
    EAI_AGAIN: `the name of ${host} can't be looked up just now.`,
    ECONNREFUSED: `nothing listens at ${host}: is the server started, and the port right?`,
    EHOSTUNREACH: `there is no way to ${host}.`,
    ENETUNREACH: `there is no way to ${host}.`,
    ENOENT: `there is no server at ${host}, or no such file: ${cause.message}.`,
    '28P01': `${host} refuses the password of ${user}.`,
    '28000': `${host} refuses the user ${user} (${cause.message}).`,
    '3D000': `${host} has no database ${database}: create it first.`,
    '42501': `${user} may not use the database ${database} (${cause.message}).`,
    '53300': `${host} has no room for another connection.`,
    '57P03': `${host} accepts no connections at the moment (${cause.message}).`,
  };
  if (/timeout|terminated/.test(cause.message) || code === 'ETIMEDOUT')
    return `${host} did not answer as a PostgreSQL server does, or not in time (${cause.message}).`;
  return known[code] ?? `${host}: ${cause.message}.`;
}

function parseUrlParts(url: string): { host: string; user: string; database: string } {
  const { hostname, port, username, pathname, searchParams } = new URL(url);
  const at = searchParams.get('host') ?? decodeURIComponent(hostname);
  const host = at.startsWith('/') ? at : `${at || 'localhost'}:${port || '5432'}`;
  const user = decodeURIComponent(username) || 'the user';
  return { host, user, database: decodeURIComponent(pathname.slice(1)) || user };
}
