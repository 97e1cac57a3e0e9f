import type { Operation } from './common/operation.ts';

/** What changing an organization needs besides the scope and the role: by field, and of the sign-in. */
export const ofOrganizationChange = {
  fieldScopes: {
    session_timeout_in_minutes: 'identity:write',
    remember_me_timeout_in_minutes: 'identity:write',
    password_complexity: 'identity:write',
    disable_noncompliant_users: 'users:write',
    activity_retention_in_days: 'reports:write',
    activity_retention_by_kind: 'reports:write',
    deleted_users_without_names: 'privacy:write',
    push_cert_password: 'notifications:write',
    push_cert_file: 'notifications:write',
  },
  recentSignIn:
    'when it changes the rules of passwords, the times of sessions, how long activity is kept, what needs no sign-in, which websites may call, which signing keys are accepted, or the push certificate',
} as const satisfies Pick<Operation, 'fieldScopes' | 'recentSignIn'>;
