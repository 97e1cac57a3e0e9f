import type { SecurityLevel, SecuritySettings } from '../../../../contract/security.ts';

const day = 24 * 60;

/** The value of each setting at each level, where the organization has not chosen. */
export const securityLevels: Readonly<Record<SecurityLevel, SecuritySettings>> = {
  documented: {
    least_length_for_users: 5,
    // `password_complexity` may demand more, by default 12 characters for administrators.
    least_length_for_administrators: 5,
    passwords_may_have_spaces: false,
    first_passwords_must_change: false,
    first_passwords_end_in_hours: 0,
    sessions_idle_in_minutes: 0,
    sessions_longest_in_minutes: 0,
    api_tokens_longest_in_days: 0,
    api_tokens_make_tokens: true,
    recent_sign_in_in_minutes: 0,
    password_change_ends_api_tokens: false,
  },
  strict: {
    least_length_for_users: 8,
    least_length_for_administrators: 12,
    passwords_may_have_spaces: true,
    first_passwords_must_change: true,
    first_passwords_end_in_hours: 72,
    sessions_idle_in_minutes: day,
    sessions_longest_in_minutes: 7 * day,
    api_tokens_longest_in_days: 365,
    api_tokens_make_tokens: false,
    recent_sign_in_in_minutes: 5,
    password_change_ends_api_tokens: true,
  },
};
