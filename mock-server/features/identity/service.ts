import { roles } from '../../../contract/common/codes.ts';
import { getNow } from '../../platform/database/identifiers.ts';
import { forbiddenError, notFoundError, ServiceError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/contexts.ts';
import type { Platform } from '../../platform/services.ts';
import { recordActivity } from '../journals/facade.ts';
import { findReachableOrganization, readSecuritySettings, readSettings } from '../organizations/facade.ts';
import type { UsersContext } from '../users/facade.ts';
import {
  assertChangeDue,
  assertPassword,
  findUser,
  getPasswordRules,
  toPasswordColumns,
} from '../users/facade.ts';
import { endAfterNewPassword } from './new-password.ts';
import { scheduleAccountNotice } from './notices/account-notices.ts';
import { endTokens } from './sessions/ended-session-store.ts';
import { assertMayMakeTokens, getTokenCreator } from './sessions/session-objects.ts';
import { extendSession, sessionKinds, startApiAccess, startSession } from './sessions/sessions.ts';
import { recordPlaces } from './sign-in/place-store.ts';
import {
  type Attempt,
  checkPassword,
  isPasswordExpired,
  type SignedIn,
  signIn,
  wrongCredentialsError,
} from './sign-in/sign-in.ts';
import * as store from './store.ts';

/**
 * A new API token: by an administrator for any user of the organization and those below, by anybody else for themself.
 * Errors: `organization_unknown`, `forbidden`, `not_found`.
 */
export async function createApiToken(
  platform: Platform,
  caller: Caller,
  orgId: string,
  userIdentifier: string | number,
) {
  const { db } = platform.database;
  const target = await findReachableOrganization(db, caller, orgId);
  const user = await findUser(db, target.id, userIdentifier);
  if (caller.user.role !== roles.administrator && user?.id !== caller.user.id) {
    throw forbiddenError('You can create API tokens only for yourself. Ask an administrator.');
  }
  if (user === undefined) throw notFoundError('user');
  await assertMayMakeTokens(platform, caller, null);
  const security = await readSecuritySettings(db, user.org_id);
  const unnamed = { name: null, scopes: null, ends: null };
  const session = await platform.database.transaction(async (tx) => {
    await scheduleAccountNotice(tx, platform.jobs, user, getTokenCreator(caller, user));
    return startApiAccess(tx, user, caller, security, unnamed);
  });
  platform.jobs.wake();
  return { session, user };
}

/** API tokens with their users: for an administrator those of the organization, for others their own. */
export async function listApiTokens(platform: Platform, caller: Caller, orgId: string) {
  const { db } = platform.database;
  const { id: target } = await findReachableOrganization(db, caller, orgId);
  const all = caller.user.role === roles.administrator;
  const tokens = await store.listApiTokens(db, target, all ? null : caller.user.id);
  const owners = await store.findUsersById(db, target, [...new Set(tokens.map((token) => token.user))]);
  const byId = new Map(owners.map((user) => [user.id, user]));
  return tokens.flatMap((token) => {
    const user = byId.get(token.user);
    return user === undefined ? [] : [{ token, user }];
  });
}

/** Deletes an API token of the organization the request acts on. Error: `not_found`. */
export async function deleteApiToken(platform: Platform, caller: Caller, id: string): Promise<void> {
  await platform.database.transaction(async (tx) => {
    if (!(await store.deleteApiToken(tx, caller.orgId, id))) throw notFoundError('API token');
  });
}

/**
 * Extends the session. Returns the seconds until it ends. Error: `invalid_request` for an API token, which ends when
 * its maker chose, or never.
 */
export async function extend(platform: Platform, caller: Caller): Promise<number> {
  if (caller.token.kind === 'api') {
    throw new ServiceError(
      'invalid_request',
      "An API token can't be extended: it ends at the date it was made with, or never.",
    );
  }
  const { db } = platform.database;
  const settings = await readSettings(db, caller.homeOrgId);
  const security = await readSecuritySettings(db, caller.homeOrgId);
  const token = { orgId: caller.homeOrgId, hash: caller.token.hash };
  return platform.database.transaction((tx) => extendSession(tx, token, settings, security));
}

/** Deletes the token of the request. */
export async function endSession(platform: Platform, caller: Caller): Promise<void> {
  const ending = { hash: caller.token.hash };
  await platform.database.transaction((tx) => endTokens(tx, caller.homeOrgId, ending, 'signed_out'));
}

/** Checks the password and starts a session that is not bound to a device. */
export async function authenticate(platform: Platform, attempt: Attempt, remember: boolean) {
  const person = await signIn(platform, attempt);
  const options = { remember, kind: 'user', device: null } as const;
  const { user } = person;
  const session = await platform.database.transaction((tx) => {
    const signedIn = { kind: 'sign_in', way: 'service', succeeded: true, reason: null } as const;
    recordActivity(tx, user.org_id, { ...signedIn, user: user.id });
    return startSession(tx, person, options);
  });
  return { ...person, session };
}

/** What becomes of a person's sessions when they change their password. */
type Sessions = { end: 'all' } | { end: 'others'; own: string } | { end: 'none' };

/**
 * Changes the caller's own password, even an expired one. Every session of the user ends; API tokens stay valid, unless the
 * organization demands otherwise.
 * Errors: as signing in; `invalid_input` when the new one breaks a rule of the organization.
 */
export async function changePassword(platform: UsersContext, attempt: Attempt, next: string): Promise<void> {
  await setOwnPassword(platform, await checkPassword(platform, attempt), next, { end: 'all' });
}

/**
 * Changes the password of who is signed in. Their other sessions end where they ask for it; API tokens where the
 * organization demands it. Returns how many ended. Errors: those of `changePassword`; a wrong password is `invalid_input`,
 * since `not_authenticated` would tell a client that its session has ended.
 */
export async function changeOwnPassword(
  platform: UsersContext,
  caller: Caller,
  attempt: Attempt,
  { next, endOthers }: { next: string; endOthers: boolean },
): Promise<number> {
  const person = await checkPassword(platform, attempt).catch((error: unknown) => {
    if (!(error instanceof ServiceError) || error.errorName !== 'wrong_credentials') throw error;
    const details = { field: 'password', rule: 'wrong' };
    throw new ServiceError('invalid_input', 'password: this is not your current password.', { details });
  });
  return setOwnPassword(
    platform,
    person,
    next,
    endOthers ? { end: 'others', own: caller.token.hash } : { end: 'none' },
  );
}

async function setOwnPassword(
  platform: UsersContext,
  person: SignedIn,
  next: string,
  sessions: Sessions,
): Promise<number> {
  const { user, settings, security } = person;
  const rules = getPasswordRules(user.role, settings);
  assertChangeDue(rules, user);
  await assertPassword(platform, {
    password: next,
    organization: person.organization,
    security,
    person: user,
    earlier: user,
  });
  const hash = await platform.passwords.hash(next);
  const ended = await platform.database.transaction(async (tx) => {
    if (!(await store.lockUser(tx, user))) throw wrongCredentialsError();
    await store.setPassword(tx, user.org_id, user.id, {
      ...toPasswordColumns(rules, user, hash, getNow()),
      status: 'enabled',
    });
    await recordPlaces(tx, user, person.places);
    const kinds = [
      ...(sessions.end === 'none' ? [] : sessionKinds),
      ...(security.password_change_ends_api_tokens ? (['api'] as const) : []),
    ];
    const except = sessions.end === 'others' ? { except: sessions.own } : {};
    const count = await endAfterNewPassword(tx, platform.jobs, user, {
      ending: kinds.length === 0 ? null : { kinds, ...except },
      notice: 'password_by_themself',
    });
    if (user.role === roles.administrator) {
      const way = isPasswordExpired(person) ? 'expired' : 'self_service';
      recordActivity(tx, user.org_id, {
        kind: 'password_change',
        user: user.id,
        way,
        by: user.id,
        by_org: user.org_id,
      });
    }
    return count;
  });
  platform.jobs.wake();
  return ended;
}
