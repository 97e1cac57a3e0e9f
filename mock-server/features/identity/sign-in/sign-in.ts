import type { OrganizationSettings } from '../../../../contract/organizations.ts';
import type { SecuritySettings } from '../../../../contract/security.ts';
import type { Tables } from '../../../migrations/tables.ts';
import { type AttemptRule, runAttempt } from '../../../platform/attempts/attempts.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { Db } from '../../../platform/database/handles.ts';
import { getNow } from '../../../platform/database/identifiers.ts';
import { retryIn, ServiceError } from '../../../platform/errors.ts';
import { isOlder } from '../../../platform/moments.ts';
import type { Platform } from '../../../platform/services.ts';
import { findDeviceId } from '../../devices/facade.ts';
import { type ActivityEvent, recordActivity } from '../../journals/facade.ts';
import {
  demoSubdomain,
  findOrganization,
  parseSettings,
  readSecuritySettings,
  readSettings,
  readSettingsOfAnyOrganization,
} from '../../organizations/facade.ts';
import { getPasswordRules, isNonCompliant } from '../../users/facade.ts';
import * as store from '../store.ts';
import { getAccountKey } from './account-attempts-store.ts';
import { findKnownPlace } from './place-store.ts';
import { getPlaces, type Origin } from './places.ts';

export type UserRow = Tables['users'];

/** How long an account stays locked after too many failures, in milliseconds. */
const lockTime = 15 * 60_000;

export interface Attempt {
  userId: string;
  password: string;
  origin: Origin;
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
  security: SecuritySettings;
  /** Where the person is (`getPlaces`): remembered when they begin a session or choose a password. */
  places: readonly string[];
}

/**
 * Checks a login name and password. A wrong password and an unknown user answer alike, in words and in time.
 * Errors: `wrong_credentials`; `account_locked` with `locked_until`; only with the right password `account_disabled`,
 * `account_deleted`, `password_expired`, `first_password_ended`.
 */
export async function signIn(platform: Platform, requested: Attempt): Promise<SignedIn> {
  const person = await checkPassword(platform, requested);
  if (isPasswordExpired(person)) {
    await recordFailed(platform, person.user, requested, 'password_expired');
    throw new ServiceError('password_expired', 'Your password has expired. Choose a new one.');
  }
  return person;
}

/** Like `signIn`, but accepts an expired password, because it is needed to choose a new one. */
export async function checkPassword(platform: Platform, requested: Attempt): Promise<SignedIn> {
  const { db } = platform.database;
  const user = await store.findLogin(db, requested.userId);
  if (user === undefined) return refuseStranger(platform, requested);
  const organization = await findOrganization(db, user.org_id);
  const security = await readSecuritySettings(db, user.org_id);
  const places = getPlaces(user, requested.origin);
  const person = { user, organization, settings: parseSettings(organization), security, places };
  const rule = await createAccountRule(platform, person);
  return runRecorded(platform, user, requested, () =>
    runWithRule(platform.database, rule, () => comparePassword(platform, requested, person)),
  );
}

const runWithRule = <T>(database: Database, rule: AttemptRule | null, make: () => Promise<T>): Promise<T> =>
  rule === null ? make() : runAttempt(database, rule, make);

type Reason = Extract<ActivityEvent, { kind: 'sign_in' }>['reason'];

/** Makes an attempt at an account, or at a name that nobody has; one that is refused is recorded with the reason. */
export async function runRecorded<T>(
  platform: Platform,
  user: UserRow | undefined,
  requested: Attempt,
  make: () => Promise<T>,
): Promise<T> {
  try {
    return await make();
  } catch (error) {
    const isRefused = error instanceof ServiceError && error.status < 500;
    if (isRefused) await recordFailed(platform, user, requested, error.errorName);
    throw error;
  }
}

/** Of a name that nobody ever had, too: else the answer would come sooner than for one that somebody has. */
const recordFailed = (
  { database }: Platform,
  user: UserRow | undefined,
  { way, origin }: Attempt,
  reason: Reason,
): Promise<void> =>
  database.transaction(async (tx) => {
    const orgId = user?.org_id ?? '';
    const device = origin.device === null ? null : await findDeviceId(tx, orgId, origin.device);
    const failed = { kind: 'sign_in', way, succeeded: false, reason } as const;
    recordActivity(tx, orgId, { ...failed, user: user?.id ?? null, device });
  });

async function comparePassword(platform: Platform, requested: Attempt, person: SignedIn): Promise<SignedIn> {
  const { user, settings, organization, security } = person;
  if (!(await platform.passwords.verify(user.password_hash, requested.password)))
    throw wrongCredentialsError();
  refuseRemoteDemo(organization, requested.loopback);
  refuseDisabled(requested.toComply && isNonCompliant(user) ? { ...user, disabled: 0 } : user, settings);
  refuseEndedFirstPassword(user, security);
  const isUsed = user.first_password === 'unused' && !security.first_passwords_must_change;
  if (user.status === 'invited' || isUsed) {
    const state = { status: 'enabled', first_password: isUsed ? 'used' : user.first_password } as const;
    await platform.database.transaction((tx) => store.setSignInState(tx, user.org_id, user.id, state));
  }
  return person;
}

export const wrongCredentialsError = () =>
  new ServiceError('wrong_credentials', 'The user ID or the password is wrong. Check both and try again.');

const lockedError = (moment: string) =>
  new ServiceError(
    'account_locked',
    'Too many wrong passwords: the account is locked for a while. Try again later.',
    {
      details: { locked_until: moment },
      headers: retryIn(Date.parse(moment) - Date.now()),
    },
  );

/** After as many failures as the organization's rules say there are no attempts until the lock ends; 0 never locks. */
const createLockRule = (key: string, threshold: number): AttemptRule | null =>
  threshold === 0
    ? null
    : {
        key,
        max: threshold,
        endsAfter: threshold,
        time: lockTime,
        failures: new Set(['wrong_credentials']),
        isForgiving: true,
        refusal: lockedError,
      };

/**
 * Attempts at an account are counted separately for each network and device from which its person signed in before.
 * Somebody who guesses from elsewhere locks the account for all unknown places, but not for those of the person.
 */
async function createAccountRule(
  { database }: Platform,
  { user, settings, places }: SignedIn,
): Promise<AttemptRule | null> {
  const place = await findKnownPlace(database.db, user, places);
  const rule = createLockRule(
    getAccountKey(user, place),
    getPasswordRules(user.role, settings).account_lockout_threshold,
  );
  if (rule === null || place !== undefined) return rule;
  return {
    ...rule,
    onExhausted: (locked_until) =>
      database.transaction((tx) =>
        store.setSignInState(tx, user.org_id, user.id, { locked_until, disabled_on: getNow() }),
      ),
  };
}

/** A name that nobody has is held to the rules of an organization, always the same: any that has people it could be one of. */
async function createStrangerRule(
  { database: { db }, secrets }: Platform,
  requested: Attempt,
): Promise<AttemptRule | null> {
  const key = requested.userId.toLowerCase();
  const settings = await readSettingsOfAnyOrganization(db, toFraction(secrets.sign('strangers', key)));
  const nobody = { org_id: '', id: '' };
  await findKnownPlace(db, nobody, getPlaces(nobody, requested.origin));
  return createLockRule(`name ${key}`, getPasswordRules(1, settings).account_lockout_threshold);
}

/** The first bits of a signature as a number from 0 to 1. */
const toFraction = (signature: string): number =>
  Buffer.from(signature, 'base64url').readUInt32BE() / 2 ** 32;

/** Refuses an unknown or deleted login name with the same words, and in the same time, as a wrong password. */
async function refuseStranger(platform: Platform, requested: Attempt): Promise<never> {
  const { db } = platform.database;
  const gone = await store.findLogin(db, requested.userId, 'deleted_user_id');
  const rule = await createStrangerRule(platform, requested);
  return runRecorded(platform, gone, requested, () =>
    runWithRule(platform.database, rule, async () => {
      if (gone === undefined) await platform.passwords.verifyDecoy(requested.password);
      else if (await platform.passwords.verify(gone.password_hash, requested.password))
        throw await deletedUserError(db, gone.org_id);
      throw wrongCredentialsError();
    }),
  );
}

async function deletedUserError(db: Db, orgId: string): Promise<ServiceError> {
  const { support_email } = await readSettings(db, orgId);
  return new ServiceError('account_deleted', `This account was deleted. ${formatContact(support_email)}`);
}

const formatContact = (email: string) =>
  email === '' ? 'Contact your support.' : `Contact your support: ${email}.`;

function refuseDisabled(user: UserRow, settings: OrganizationSettings): void {
  if (user.disabled === 0 && (user.until === null || user.until > getNow())) return;
  throw new ServiceError(
    'account_disabled',
    `This account is disabled. ${formatContact(settings.support_email)}`,
  );
}

function refuseRemoteDemo(organization: Tables['organizations'], loopback: boolean): void {
  if (organization.vanity_subdomain === demoSubdomain && !loopback) {
    throw new ServiceError(
      'account_disabled',
      'Demo accounts work only on the machine that runs the service.',
    );
  }
}

/** A password that somebody else has set, and that nobody used in time, opens nothing. */
function refuseEndedFirstPassword(user: UserRow, security: SecuritySettings): void {
  const hours = security.first_passwords_end_in_hours;
  if (user.first_password !== 'unused' || hours === 0 || !isOlder(user.password_changed, hours * 60)) return;
  throw new ServiceError(
    'first_password_ended',
    `This first password was not used within ${hours} hours. Ask whoever gave it to you for another one.`,
  );
}

/** Whether a person must choose a new password before anything else. */
export function isPasswordExpired({
  user,
  settings,
  security,
}: Pick<SignedIn, 'user' | 'settings' | 'security'>): boolean {
  if (user.first_password !== null && security.first_passwords_must_change) return true;
  const minutes = getPasswordRules(user.role, settings).password_expiration_in_minutes;
  return minutes > 0 && isOlder(user.password_changed, minutes);
}
