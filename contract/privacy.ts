import { Type } from 'typebox';
import { output, PathIdentifier, Timestamp } from './common/fields.ts';
import { operation } from './common/operation.ts';
import { User } from './users.ts';

const shared = { area: 'privacy', source: 'ours: what is kept of a person' } as const;

/** Rows of one kind, by field. */
const Rows = Type.Array(Type.Record(Type.String(), Type.Unknown()));

export const exportUser = operation({
  ...shared,
  name: 'exportUser',
  method: 'GET',
  path: '/v3/users/:user/export/',
  context: 'valid_user',
  within: ['self'],
  params: Type.Object({ user: PathIdentifier }),
  response: output({
    made: Timestamp,
    user: User,
    /** Everything else that is kept of the person, by kind; secrets are left out. */
    data: Type.Record(Type.String(), Rows),
  }),
  summary: 'Export all data of a person',
});

const PrivacySettings = output({
  /** Days after which the personal data of a deleted user is erased. */
  deleted_users_kept_in_days: Type.Integer({ minimum: 0, maximum: 3650 }),
});

export const readPrivacySettings = operation({
  ...shared,
  name: 'readPrivacySettings',
  method: 'GET',
  path: '/v3/privacy/settings/',
  context: 'administrator',
  response: PrivacySettings,
  summary: 'Read how long the data of deleted users is kept',
});

export const updatePrivacySettings = operation({
  ...shared,
  name: 'updatePrivacySettings',
  method: 'PUT',
  path: '/v3/privacy/settings/',
  context: 'administrator',
  recentSignIn: 'always',
  body: PrivacySettings,
  response: PrivacySettings,
  summary: 'Change how long the data of deleted users is kept',
});

export const privacyOperations = [exportUser, readPrivacySettings, updatePrivacySettings] as const;
