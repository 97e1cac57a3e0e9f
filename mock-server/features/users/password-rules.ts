import type { ComplexityRules, OrganizationSettings } from '../../../contract/organizations.ts';
import { ServiceError } from '../../platform/http/errors.ts';
import { verifyPassword } from '../identity/read-model.ts';

/** The password rules for a role: administrators have their own; document 1, `password_complexity`. */
export function rulesFor(role: number, settings: OrganizationSettings) {
  const { password_complexity_for_admins, password_complexity_for_users } = settings.password_complexity;
  return role === 5 ? password_complexity_for_admins : password_complexity_for_users;
}

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/** The first rule of the organization that a password breaks, in words; null when it keeps them all. */
export function brokenRule(rules: ComplexityRules, password: string): string | null {
  const checks: [boolean, string][] = [
    [/\s/.test(password), 'The password may not contain spaces.'],
    [
      password.length < Math.max(5, rules.min_length),
      `The password needs at least ${Math.max(5, rules.min_length)} characters.`,
    ],
    [
      count(password, /\p{Ll}/gu) < rules.min_lowercase,
      `The password needs ${rules.min_lowercase} lower-case letters or more.`,
    ],
    [
      count(password, /\p{Lu}/gu) < rules.min_uppercase,
      `The password needs ${rules.min_uppercase} upper-case letters or more.`,
    ],
    [
      count(password, /\p{Nd}/gu) < rules.min_number,
      `The password needs ${rules.min_number} digits or more.`,
    ],
    [
      count(password, /[^\p{L}\p{Nd}\s]/gu) < rules.min_symbol,
      `The password needs ${rules.min_symbol} symbols or more.`,
    ],
  ];
  return checks.find(([broken]) => broken)?.[1] ?? null;
}

/**
 * Checks a new password against the organization's rules: length, classes, not one of the last ones, not too soon after
 * the last change. Error: `invalid_input` with the rule in words.
 */
export async function assertPassword(
  rules: ComplexityRules,
  user: { password_hash: string; password_history: string } | null,
  password: string,
): Promise<void> {
  const broken = brokenRule(rules, password);
  if (broken !== null) throw refuse(broken);
  if (user === null || rules.password_history === 0) return;
  const earlier = [user.password_hash, ...(JSON.parse(user.password_history) as string[])].slice(
    0,
    rules.password_history,
  );
  for (const hash of earlier) {
    if (await verifyPassword(hash, password)) {
      throw refuse(`Choose a password that is not one of your last ${rules.password_history}.`);
    }
  }
}

const refuse = (message: string) =>
  new ServiceError('invalid_input', message, { details: { field: 'password', problem: message } });
