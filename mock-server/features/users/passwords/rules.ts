import { roles } from '../../../../contract/common/codes.ts';
import type { ComplexityRules, OrganizationSettings } from '../../../../contract/organizations.ts';
import type { SecuritySettings } from '../../../../contract/security.ts';
import { ServiceError } from '../../../platform/errors.ts';
import { isDemo, parseSettings } from '../../organizations/facade.ts';
import type { UsersContext } from '../users-context.ts';
import { isOfContext, type PasswordContext } from './context.ts';

/** The password rules for a role: administrators have their own; document 1, Organization, `password_complexity`. */
export function getPasswordRules(role: number, settings: OrganizationSettings) {
  const { password_complexity_for_admins, password_complexity_for_users } = settings.password_complexity;
  return role === roles.administrator ? password_complexity_for_admins : password_complexity_for_users;
}

const countOccurrences = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

type Form = 'spaces' | 'length' | 'lowercase' | 'uppercase' | 'digits' | 'symbols';
type Rule = Form | 'common' | 'context' | 'breached' | 'history' | 'interval';

/** A rule that a password breaks. `rule` and `count` let clients say it in the person's language. */
interface BrokenRule {
  rule: Rule;
  /**
   * For characters, how many of the kind are needed; for the history, how many earlier passwords are refused; for the
   * interval, how many minutes must lie between two changes.
   */
  count: number;
  message: string;
}

/** How many characters a password needs, in all and of each kind, by the name of the rule. */
export function getPasswordNeeds(role: number, settings: OrganizationSettings, security: SecuritySettings) {
  const rules = getPasswordRules(role, settings);
  const minimums =
    role === roles.administrator ? security.least_length_for_administrators : security.least_length_for_users;
  return {
    length: Math.max(minimums, rules.min_length),
    lowercase: rules.min_lowercase,
    uppercase: rules.min_uppercase,
    digits: rules.min_number,
    symbols: rules.min_symbol,
  };
}

const checkSpacing = (security: SecuritySettings, password: string): BrokenRule | undefined =>
  security.passwords_may_have_spaces || !/\s/.test(password)
    ? undefined
    : { rule: 'spaces', count: 0, message: 'The password may not contain spaces.' };

/** The first of an organization's rules that a password breaks; undefined when it breaks none. */
function findBrokenRule(
  { length, ...minimums }: ReturnType<typeof getPasswordNeeds>,
  password: string,
): BrokenRule | undefined {
  const kinds = [
    ['lowercase', /\p{Ll}/gu, minimums.lowercase, 'lower-case letters'],
    ['uppercase', /\p{Lu}/gu, minimums.uppercase, 'upper-case letters'],
    ['digits', /\p{Nd}/gu, minimums.digits, 'digits'],
    ['symbols', /[^\p{L}\p{Nd}\s]/gu, minimums.symbols, 'symbols'],
  ] as const;
  if (password.length < length) {
    return { rule: 'length', count: length, message: `The password needs at least ${length} characters.` };
  }
  const [rule, , count, name] =
    kinds.find(([, kind, least]) => countOccurrences(password, kind) < least) ?? [];
  return rule && { rule, count, message: `The password needs ${count} ${name} or more.` };
}

/** A new password, with what decides whether it is accepted: its person and the organization's settings. */
export interface NewPassword {
  password: string;
  organization: PasswordContext['organization'] & { settings: string };
  security: SecuritySettings;
  person: Omit<PasswordContext, 'organization'> & { role: number };
  /** The person's earlier passwords; null for their first one. */
  earlier: PasswordColumns | null;
}

/**
 * Checks a new password: its length and kinds of characters, as the organization sets them; that it is hard to guess,
 * whatever the organization sets; that it is not one of the last ones. Error: `invalid_input` with the rule in words.
 */
export async function assertPassword(platform: UsersContext, requested: NewPassword): Promise<void> {
  const { organization, security, person, earlier, password } = requested;
  const settings = parseSettings(organization);
  const rules = getPasswordRules(person.role, settings);
  const needs = getPasswordNeeds(person.role, settings, security);
  const broken =
    checkSpacing(security, password) ??
    findBrokenRule(needs, password) ??
    (await findGuessable(platform, requested));
  if (broken !== undefined) throw refuse(broken);
  if (earlier === null || rules.password_history === 0) return;
  for (const hash of [earlier.password_hash, ...parseHistory(earlier)].slice(0, rules.password_history)) {
    if (await platform.passwords.verify(hash, password)) {
      const message = `Choose a password that is not one of your last ${rules.password_history}.`;
      throw refuse({ rule: 'history', count: rules.password_history, message });
    }
  }
}

/** Fewest characters, not counting spaces. */
const minLength = 5;

/**
 * Why a password is easy to guess; undefined when it is not. Passwords of the demo are not checked: its accounts work
 * on this machine only, and everybody knows their password.
 */
async function findGuessable(
  platform: UsersContext,
  { password, person, organization }: NewPassword,
): Promise<BrokenRule | undefined> {
  if (isDemo(platform.config, organization)) return undefined;
  // A guess with spaces between its letters is still easy to guess.
  const bare = password.replaceAll(/\s/g, '');
  if (bare.length < minLength || (await platform.commonPasswords.has(bare))) {
    const message = 'This password is one of the most used ones, which are guessed first. Choose another.';
    return { rule: 'common', count: 0, message };
  }
  if (isOfContext(bare, { ...person, organization })) {
    const message =
      'The password may not be made of your name, user ID or e-mail address, or of the name of the organization or the service. Add other words.';
    return { rule: 'context', count: 0, message };
  }
  if (await platform.breachedPasswords.has(password)) {
    const message = 'This password is known from a breach of another service. Choose another.';
    return { rule: 'breached', count: 0, message };
  }
  return undefined;
}

const minute = 60_000;

/**
 * Checks that a person may change their own password again: only `password_reset_interval_time_in_minutes` after the
 * last change, so that nobody cycles through the history to reuse an old one. An expired password may always be
 * changed. Error: `invalid_input`.
 */
export function assertChangeDue(rules: ComplexityRules, user: { password_changed: string }): void {
  const expiration = rules.password_expiration_in_minutes || Number.POSITIVE_INFINITY;
  const minutes = Math.min(rules.password_reset_interval_time_in_minutes, expiration);
  const due = Date.parse(user.password_changed) + minutes * minute;
  if (due <= Date.now()) return;
  const message = `The password was changed a short while ago. It can be changed again after ${toIsoMinute(due)}.`;
  throw refuse({ rule: 'interval', count: minutes, message });
}

const toIsoMinute = (time: number) => `${new Date(time).toISOString().slice(0, 16)}Z`;

/** The columns of a new password that a person has chosen, with the one it replaces in the history. */
export const toPasswordColumns = (
  rules: ComplexityRules,
  user: PasswordColumns,
  hash: string,
  moment: string,
) => ({
  password_hash: hash,
  password_history: JSON.stringify(
    [user.password_hash, ...parseHistory(user)].slice(0, rules.password_history),
  ),
  password_changed: moment,
  first_password: null,
  locked_until: null,
});

interface PasswordColumns {
  password_hash: string;
  /** JSON list of earlier hashes, newest first. */
  password_history: string;
}

const parseHistory = (user: PasswordColumns) => JSON.parse(user.password_history) as string[];

const refuse = ({ rule, count, message }: BrokenRule) =>
  new ServiceError('invalid_input', message, {
    details: { field: 'password', problem: message, rule, count },
  });
