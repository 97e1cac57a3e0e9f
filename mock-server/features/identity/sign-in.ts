import type { OrganizationSettings } from '../../../contract/organizations.ts';
import type { Tables } from '../../migrations/tables.ts';
import type { Db, Tx } from '../../platform/database/handles.ts';
import { now } from '../../platform/database/identifiers.ts';
import { ServiceError } from '../../platform/http/errors.ts';
import type { Platform } from '../../platform/services.ts';
import { type Happened, record } from '../activity/facade.ts';
import { defaultSettings, findOrganization, readSettings } from '../organizations/facade.ts';
import { isNonCompliant, rulesFor } from '../users/facade.ts';
import { demoSubdomain } from './demo-accounts.ts';
import { pretendToVerify, verifyPassword } from './passwords.ts';
import * as store from './store.ts';

export type UserRow = Tables['users'];

/** How long an account stays locked after too many failures, in milliseconds. */
const lockTime = 15 * 60_000;
const minute = 60_000;

export interface Attempt {
  userId: string;
  password: string;
  /** Whether the request came over loopback: demo accounts work nowhere else. */
  loopback: boolean;
  /** Whether who is disabled for non-compliance is let in: where they can comply. */
  toComply: boolean;
  /** To what. */
  way: 'catalog' | 'service' | 'password_change';
}

export interface SignedIn {
  user: UserRow;
  organization: Tables['organizations'];
  settings: OrganizationSettings;
}

/**
 * Checks a login name and password. A wrong password and an unknown user answer alike, in words and in time.
 * Errors: `wrong_credentials`; `account_locked` with `locked_until`; only with the right password `account_disabled`,
 * `account_deleted`, `password_expired`.
 */
export async function signIn(platform: Platform, attempt: Attempt): Promise<SignedIn> {
  const { user, settings, organization } = await checkPassword(platform, attempt);
  if (passwordExpired(user, settings)) {
    await recordFailed(platform, user, attempt.way, 'password_expired');
    throw new ServiceError('password_expired', 'Your password has expired. Choose a new one.');
  }
  return { user, settings, organization };
}

/** Like `signIn`, but accepts an expired password, because it is needed to choose a new one. */
export async function checkPassword(platform: Platform, attempt: Attempt): Promise<SignedIn> {
  const { db } = platform.database;
  const user = await store.findLogin(db, attempt.userId);
  if (user === undefined) return refuseStranger(platform, attempt);
  if (isLocked(user.locked_until)) await recordFailed(platform, user, attempt.way, 'account_locked');
  refuseLocked(user.locked_until);
  const settings = await readSettings(db, user.org_id);
  if (!(await verifyPassword(user.password_hash, attempt.password))) {
    return countFailure(platform, user, settings, attempt.way);
  }
  const organization = await findOrganization(db, user.org_id);
  const asked = attempt.toComply && isNonCompliant(user) ? { ...user, disabled: 0 as const } : user;
  if (isDisabled(asked) || isDemoFromAfar(organization, attempt.loopback)) {
    await recordFailed(platform, user, attempt.way, 'account_disabled');
  }
  refuseDemoFromAfar(organization, attempt.loopback);
  refuseDisabled(asked, settings);
  if (user.failed_logins > 0 || user.status === 'invited') {
    const state = { failed_logins: 0, locked_until: null, status: 'enabled' } as const;
    await store.setSignInState(db, user.org_id, user.id, state);
  }
  return { user, settings, organization };
}

export const wrongCredentials = () =>
  new ServiceError('wrong_credentials', 'The user ID or the password is wrong. Check both and try again.');

const lockedUntil = (moment: string) =>
  new ServiceError(
    'account_locked',
    'Too many wrong passwords: the account is locked for a while. Try again later.',
    {
      details: { locked_until: moment },
      headers: { 'retry-after': String(Math.max(1, Math.ceil((Date.parse(moment) - Date.now()) / 1000))) },
    },
  );

const isLocked = (until: string | null): until is string => until !== null && until > now();

function refuseLocked(until: string | null): void {
  if (isLocked(until)) throw lockedUntil(until);
}

type Reason = Extract<Happened, { kind: 'sign_in' }>['reason'];

const recordFailed = (
  platform: Platform,
  user: UserRow,
  way: Attempt['way'],
  reason: Reason,
): Promise<void> =>
  platform.database.transaction(async (tx) => {
    record(tx, user.org_id, { kind: 'sign_in', user: user.id, way, succeeded: false, reason });
  });

/** Locks after as many failures as the organization's rules for this role say; 0 never locks. */
async function countFailure(
  platform: Platform,
  user: UserRow,
  settings: OrganizationSettings,
  way: Attempt['way'],
): Promise<never> {
  const failed = { kind: 'sign_in', user: user.id, way, succeeded: false } as const;
  const until = await platform.database.transaction(async (tx) => {
    const failures = await store.countFailure(tx, user.org_id, user.id);
    const threshold = rulesFor(user.role, settings).account_lockout_threshold;
    const locked = threshold > 0 && failures >= threshold;
    record(tx, user.org_id, { ...failed, reason: locked ? 'account_locked' : 'wrong_credentials' });
    return locked ? lock(tx, user) : null;
  });
  throw until === null ? wrongCredentials() : lockedUntil(until);
}

/** Locks an account; returns until when. */
async function lock(tx: Tx, user: UserRow): Promise<string> {
  const until = new Date(Date.now() + lockTime).toISOString();
  const state = { failed_logins: 0, locked_until: until, disabled_on: now() };
  await store.setSignInState(tx, user.org_id, user.id, state);
  return until;
}

/** Refuses an unknown or deleted login name with the same words, and in the same time, as a wrong password. */
async function refuseStranger(platform: Platform, attempt: Attempt): Promise<never> {
  const { db } = platform.database;
  const key = attempt.userId.toLowerCase();
  const known = await store.findStranger(db, key);
  refuseLocked(known?.locked_until ?? null);
  const gone = await store.findLogin(db, attempt.userId, 'deleted_user_id');
  if (gone === undefined) await pretendToVerify(attempt.password, platform.config.limits);
  else if (await verifyPassword(gone.password_hash, attempt.password)) {
    await recordFailed(platform, gone, attempt.way, 'account_deleted');
    throw await deleted(db, gone.org_id);
  }
  const failures = await platform.database.transaction(async (tx) => {
    // Of a name that nobody ever had, too: else the answer would come sooner than for one that somebody has.
    const failed = {
      kind: 'sign_in',
      way: attempt.way,
      succeeded: false,
      reason: 'wrong_credentials',
    } as const;
    record(tx, gone?.org_id ?? '', { ...failed, user: gone?.id ?? null });
    return store.countStrangerFailure(tx, key, now());
  });
  const threshold = rulesFor(1, defaultSettings('')).account_lockout_threshold;
  if (threshold > 0 && failures >= threshold) {
    const until = new Date(Date.now() + lockTime).toISOString();
    await store.setStranger(db, key, { failed_logins: 0, locked_until: until });
    await store.forgetStrangers(db, new Date(Date.now() - 2 * lockTime).toISOString());
    throw lockedUntil(until);
  }
  throw wrongCredentials();
}

async function deleted(db: Db, orgId: string): Promise<ServiceError> {
  const { support_email } = await readSettings(db, orgId);
  return new ServiceError('account_deleted', `This account was deleted. ${contact(support_email)}`);
}

const contact = (email: string) =>
  email === '' ? 'Contact your support.' : `Contact your support: ${email}.`;

const isDisabled = ({ disabled, until }: UserRow): boolean =>
  disabled === 1 || (until !== null && until <= now());

function refuseDisabled(user: UserRow, settings: OrganizationSettings): void {
  if (!isDisabled(user)) return;
  throw new ServiceError('account_disabled', `This account is disabled. ${contact(settings.support_email)}`);
}

const isDemoFromAfar = (organization: Tables['organizations'], loopback: boolean): boolean =>
  organization.vanity_subdomain === demoSubdomain && !loopback;

function refuseDemoFromAfar(organization: Tables['organizations'], loopback: boolean): void {
  if (isDemoFromAfar(organization, loopback)) {
    throw new ServiceError(
      'account_disabled',
      'Demo accounts work only on the machine that runs the service.',
    );
  }
}

/** Whether a person must choose a new password before anything else. */
export function passwordExpired(user: UserRow, settings: OrganizationSettings): boolean {
  const minutes = rulesFor(user.role, settings).password_expiration_in_minutes;
  return minutes > 0 && Date.parse(user.password_changed) + minutes * minute < Date.now();
}
