import { type Static, Type } from 'typebox';
import { nullable, output } from './common/fields.ts';
import { operation } from './common/operation.ts';

/** `documented`: as clients of the documents expect it; `strict`: what is recommended beyond them. */
export const securityLevels = ['documented', 'strict'] as const;
export type SecurityLevel = (typeof securityLevels)[number];

const Length = Type.Integer({ minimum: 5, maximum: 200 });

/** What an organization demands of passwords, sessions and API tokens; each has a value at each level, and may be chosen. */
export const SecuritySettings = output({
  /** Characters that every password has, whatever `password_complexity` says. */
  least_length_for_users: Length,
  least_length_for_administrators: Length,
  /** Whether passwords may have spaces, as sentences do. */
  passwords_may_have_spaces: Type.Boolean(),
  /** Whether a person whose password was set by somebody else must choose another before doing anything else. */
  first_passwords_must_change: Type.Boolean(),
  /** Hours after which a password that was set by somebody else and never used expires; 0: never. */
  first_passwords_end_in_hours: Type.Integer({ minimum: 0, maximum: 8760 }),
  /** Minutes without use after which a session ends; 0: never. It is measured to the minute. */
  sessions_idle_in_minutes: Type.Union([Type.Literal(0), Type.Integer({ minimum: 5, maximum: 525_600 })]),
  /** Minutes after which every session ends, even when it was extended; 0: never. */
  sessions_longest_in_minutes: Type.Integer({ minimum: 0, maximum: 5_256_000 }),
  /** Days after which every API token expires; 0: never. */
  api_tokens_longest_in_days: Type.Integer({ minimum: 0, maximum: 3650 }),
  /** Whether API tokens may be made with an API token. */
  api_tokens_make_tokens: Type.Boolean(),
  /**
   * How many minutes ago a person must have signed in to do what opens accounts or weakens security (docs/roles.md lists
   * it); 0: no limit. While there is a limit, API tokens may do none of it.
   */
  recent_sign_in_in_minutes: Type.Integer({ minimum: 0, maximum: 1440 }),
  /** Whether changing a password also deletes the person's API tokens. */
  password_change_ends_api_tokens: Type.Boolean(),
});
export type SecuritySettings = Static<typeof SecuritySettings>;
export type SecurityName = keyof SecuritySettings;
export const securityNames = Object.keys(SecuritySettings.properties) as SecurityName[];

const { properties } = SecuritySettings;
/** Null undoes a choice: the level decides the setting again. */
const SecurityChange = Type.Object({
  security_level: Type.Optional(Type.Enum(securityLevels)),
  least_length_for_users: Type.Optional(nullable(Length)),
  least_length_for_administrators: Type.Optional(nullable(Length)),
  passwords_may_have_spaces: Type.Optional(nullable(properties.passwords_may_have_spaces)),
  first_passwords_must_change: Type.Optional(nullable(properties.first_passwords_must_change)),
  first_passwords_end_in_hours: Type.Optional(nullable(properties.first_passwords_end_in_hours)),
  sessions_idle_in_minutes: Type.Optional(nullable(properties.sessions_idle_in_minutes)),
  sessions_longest_in_minutes: Type.Optional(nullable(properties.sessions_longest_in_minutes)),
  api_tokens_longest_in_days: Type.Optional(nullable(properties.api_tokens_longest_in_days)),
  api_tokens_make_tokens: Type.Optional(nullable(properties.api_tokens_make_tokens)),
  recent_sign_in_in_minutes: Type.Optional(nullable(properties.recent_sign_in_in_minutes)),
  password_change_ends_api_tokens: Type.Optional(nullable(properties.password_change_ends_api_tokens)),
});
export type SecurityChange = Static<typeof SecurityChange>;

const Security = output({
  security_level: Type.Enum(securityLevels),
  settings: SecuritySettings,
  /** The names of the settings that the organization has chosen; the level decides all others. */
  chosen: Type.Array(Type.String()),
});

const managed = { area: 'identity', context: 'administrator', path: '/v3/security/' } as const;

export const readSecurity = operation({
  ...managed,
  name: 'readSecurity',
  method: 'GET',
  response: Security,
  source: 'ours: what an organization demands beyond the documents',
  summary: 'Read what the organization demands of passwords, sessions and API tokens',
});

export const updateSecurity = operation({
  ...managed,
  name: 'updateSecurity',
  method: 'PUT',
  recentSignIn: 'always',
  body: SecurityChange,
  response: Security,
  source: 'ours: what an organization demands beyond the documents',
  summary: 'Choose the level, or single settings, of what the organization demands',
});

export const securityOperations = [readSecurity, updateSecurity] as const;
