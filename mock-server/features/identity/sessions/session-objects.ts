import { roles } from '../../../../contract/common/codes.ts';
import { getNow } from '../../../platform/database/identifiers.ts';
import { type ListQuery, parsePage, parseSort } from '../../../platform/database/list-controls.ts';
import { forbiddenError, notFoundError, ServiceError } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/contexts.ts';
import { readEndDate } from '../../../platform/http/responses/timestamps.ts';
import type { Platform } from '../../../platform/services.ts';
import { readSecuritySettings } from '../../organizations/facade.ts';
import { findUser } from '../../users/facade.ts';
import { type AccountChangeCause, scheduleAccountNotice } from '../notices/account-notices.ts';
import { endTokens } from './ended-session-store.ts';
import * as store from './session-list-store.ts';
import { startApiAccess } from './sessions.ts';

/** Most sessions in one answer. */
const largestPage = 1_000;

interface Owner {
  org_id: string;
  id: string;
}

/** The person who calls, in their own organization. */
export const toOwner = ({ homeOrgId, user }: Caller): Owner => ({ org_id: homeOrgId, id: user.id });

/** A user of the organization acted on. Error: `not_found`. */
export async function findOwner({ database }: Platform, caller: Caller, identifier: string): Promise<Owner> {
  const user = await findUser(database.db, caller.orgId, identifier);
  if (user === undefined) throw notFoundError('user');
  return user;
}

/** A page of somebody's sessions and API tokens; the newest first. */
export const listSessions = ({ database }: Platform, owner: Owner, query: ListQuery) =>
  store.listSessions(database.db, owner, getNow(), {
    sort: parseSort(query.sort ?? '-created', Object.keys(store.sortColumns)),
    page: parsePage(query.page, largestPage),
  });

/** Names a session; null takes the name away. Error: `not_found`. */
export async function renameSession({ database }: Platform, owner: Owner, id: string, name: string | null) {
  return database.transaction(async (tx) => {
    const row = await store.findSession(tx, owner, id, getNow());
    if (row === undefined) throw notFoundError('session');
    await store.renameSession(tx, row, name);
    return { ...row, name };
  });
}

/** Ends one session. Error: `not_found`. */
export async function endSessionById({ database }: Platform, owner: Owner, id: string): Promise<number> {
  return database.transaction(async (tx) => {
    const ended = await endTokens(tx, owner.org_id, { users: [owner.id], id }, 'signed_out');
    if (ended === 0) throw notFoundError('session');
    return ended;
  });
}

/** Ends all other sessions of the caller, and deletes their other API tokens too where the request says so. */
export const endOthers = ({ database }: Platform, caller: Caller, apiTokens: boolean): Promise<number> =>
  database.transaction((tx) =>
    endTokens(
      tx,
      caller.homeOrgId,
      {
        users: [caller.user.id],
        kinds: apiTokens ? ['user', 'catalog', 'api'] : ['user', 'catalog'],
        except: caller.token.hash,
      },
      'signed_out',
    ),
  );

/** Ends everything that somebody is signed in with. */
export const endAll = ({ database }: Platform, owner: Owner): Promise<number> =>
  database.transaction((tx) => endTokens(tx, owner.org_id, { users: [owner.id] }, 'signed_out'));

export interface NewToken {
  user?: string | number;
  name: string;
  scopes?: readonly string[];
  ends?: string;
}

/**
 * A new API token: by an administrator for any user of the organization, by anybody else for themself. A limited token makes
 * none that may more, or lives longer, than itself. Errors: `forbidden`, `not_found`, `invalid_input`.
 */
export async function createToken(platform: Platform, caller: Caller, requested: NewToken) {
  const { db } = platform.database;
  const user =
    requested.user === undefined
      ? await findUser(db, caller.homeOrgId, caller.user.id)
      : await findUser(db, caller.orgId, requested.user);
  if (caller.user.role !== roles.administrator && user?.id !== caller.user.id)
    throw forbiddenError('You can create API tokens only for yourself. Ask an administrator.');
  if (user === undefined) throw notFoundError('user');
  await assertMayMakeTokens(platform, caller, requested.scopes ?? null);
  const ends = getEnd(requested.ends);
  const security = await readSecuritySettings(db, user.org_id);
  const made = await platform.database.transaction(async (tx) => {
    await scheduleAccountNotice(tx, platform.jobs, user, getTokenCreator(caller, user));
    return startApiAccess(tx, user, caller, security, {
      name: requested.name,
      scopes: requested.scopes ?? null,
      ends,
    });
  });
  platform.jobs.wake();
  const row = await store.findSession(db, user, made.id, getNow());
  if (row === undefined) throw notFoundError('session');
  return { row, token: made.token };
}

/** By whom an API token for somebody is made. */
export const getTokenCreator = (caller: Caller, owner: Owner): AccountChangeCause =>
  caller.user.id === owner.id ? 'token_by_themself' : 'token_by_administrator';

/**
 * Refuses an API token where these make no others, and one that makes one with more scopes than it has itself. Error:
 * `forbidden`.
 */
export async function assertMayMakeTokens(
  platform: Platform,
  caller: Caller,
  scopes: readonly string[] | null,
): Promise<void> {
  const { kind, scopes: own } = caller.token;
  const { api_tokens_make_tokens: mayMake } = await readSecuritySettings(
    platform.database.db,
    caller.homeOrgId,
  );
  if (kind === 'api' && !mayMake)
    throw forbiddenError(
      'In this organization an API token can’t create another one. Sign in, and send the token of the session.',
    );
  if (own === undefined || scopes?.every((scope) => own.includes(scope)) === true) return;
  throw forbiddenError('A token with scopes can create only tokens with some of these scopes.');
}

function getEnd(ends: string | undefined): string | null {
  const moment = ends === undefined ? null : readEndDate('ends', ends);
  if (moment === null || moment > getNow()) return moment;
  throw new ServiceError('invalid_input', 'ends: this moment is over. Name a later one.', {
    details: { field: 'ends' },
  });
}
