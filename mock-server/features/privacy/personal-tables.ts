import type { Tables } from '../../migrations/tables.ts';

/** A table with rows about a person. */
export interface PersonalTable {
  table: keyof Tables;
  /** The column that names the person. */
  by: string;
  /** The columns that tell its rows about one person apart, none of them null: in their order they are read. */
  key: readonly string[];
  /** `by` may also hold the login name. */
  byName?: true;
  /** What of a row the person is told; no secret. */
  columns: readonly string[];
}

/** What a person is called where applications say who used them: by their id, or as they signed in. */
export const namesOf = ({ id, user_id }: Pick<Tables['users'], 'id' | 'user_id'>): string[] => [
  ...new Set([id, user_id, user_id.toLowerCase()]),
];

/** Every table that names a person and says something about them; a test finds one that is missing. */
export const personalTables: readonly PersonalTable[] = [
  { table: 'directory', by: 'user', key: ['kind', 'key'], columns: ['kind', 'key'] },
  {
    table: 'tokens',
    by: 'user',
    key: ['id'],
    columns: ['id', 'kind', 'name', 'device', 'created', 'last_used', 'prune', 'address', 'agent', 'scopes'],
  },
  { table: 'group_users', by: 'user', key: ['group'], columns: ['group', 'created'] },
  {
    table: 'device_users',
    by: 'user',
    key: ['id'],
    columns: ['device', 'catalog_bundle_id', 'catalog_version', 'created', 'last_active', 'until'],
  },
  {
    table: 'downloads',
    by: 'user',
    key: ['application', 'id'],
    columns: ['kind', 'device', 'application', 'version', 'created'],
  },
  {
    table: 'reviews',
    by: 'user',
    key: ['id'],
    columns: ['application', 'version', 'device', 'like', 'title', 'comment', 'created', 'updated'],
  },
  {
    table: 'policy_events',
    byName: true,
    by: 'user',
    key: ['application', 'id'],
    columns: ['application', 'kind', 'at', 'version', 'device', 'details', 'received'],
  },
  { table: 'terms_responses', by: 'user', key: ['id'], columns: ['terms', 'device', 'accepted', 'at'] },
  {
    table: 'activity',
    by: 'user',
    key: ['kind', 'position'],
    columns: ['kind', 'at', 'device', 'application', 'version', 'details'],
  },
  { table: 'sign_in_places', by: 'user', key: ['place'], columns: ['last'] },
  { table: 'messages', by: 'user', key: ['notification'], columns: ['notification', 'read'] },
  {
    table: 'push_subscriptions',
    by: 'user',
    key: ['device'],
    columns: ['device', 'endpoint', 'language', 'messages', 'updates', 'replies', 'changed'],
  },
  { table: 'weekly_mails', by: 'user', key: ['week', 'kind'], columns: ['week', 'kind', 'state'] },
  { table: 'mail_unsubscriptions', by: 'user', key: ['kind'], columns: ['kind', 'at'] },
  {
    table: 'notifications',
    by: 'created_by',
    key: ['id'],
    columns: ['id', 'kind', 'subject', 'title', 'text', 'created'],
  },
  { table: 'noncompliance', by: 'user', key: ['user'], columns: ['found', 'told'] },
  { table: 'invitations', by: 'user', key: ['user'], columns: ['expires', 'reset'] },
  { table: 'uploads', by: 'user', key: ['id'], columns: ['id', 'file_name', 'size', 'created', 'expires'] },
  { table: 'applications', by: 'created_by', key: ['id'], columns: ['id', 'bundle_id', 'created'] },
  { table: 'credentials', by: 'created_by', key: ['id'], columns: ['id', 'description', 'created'] },
  {
    table: 'audit',
    by: 'actor',
    key: ['id'],
    columns: ['id', 'at', 'action', 'outcome', 'kind', 'subject', 'details'],
  },
];

/** Tables that name a person only so that a write is made once and in order, or to find rows of the audit log; what was written stands in the others. */
export const technicalTables: readonly (keyof Tables)[] = ['idempotency', 'write_sequences', 'audit_persons'];
