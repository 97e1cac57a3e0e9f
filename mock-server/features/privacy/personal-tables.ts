import type { Tables } from '../../migrations/tables.ts';

/** A table with rows about a person. */
interface PersonalTable {
  table: keyof Tables;
  /** The column that names the person. */
  by: string;
  /** What of a row the person is told; no secret. */
  columns: readonly string[];
}

/** Every table that names a person and says something about them; a test finds one that is missing. */
export const personalTables: readonly PersonalTable[] = [
  { table: 'directory', by: 'user', columns: ['kind', 'key'] },
  {
    table: 'tokens',
    by: 'user',
    columns: ['id', 'kind', 'name', 'device', 'created', 'last_used', 'prune', 'address', 'agent', 'scopes'],
  },
  { table: 'group_users', by: 'user', columns: ['group', 'created'] },
  {
    table: 'device_users',
    by: 'user',
    columns: ['device', 'catalog_bundle_id', 'catalog_version', 'created', 'last_active', 'until'],
  },
  { table: 'downloads', by: 'user', columns: ['kind', 'device', 'application', 'version', 'created'] },
  {
    table: 'reviews',
    by: 'user',
    columns: ['application', 'version', 'device', 'like', 'title', 'comment', 'created', 'updated'],
  },
  {
    table: 'policy_events',
    by: 'user',
    columns: ['application', 'kind', 'at', 'version', 'device', 'details', 'received'],
  },
  { table: 'terms_responses', by: 'user', columns: ['terms', 'device', 'accepted', 'at'] },
  {
    table: 'activity',
    by: 'user',
    columns: ['kind', 'at', 'device', 'application', 'version', 'details'],
  },
  { table: 'sign_in_places', by: 'user', columns: ['last'] },
  { table: 'messages', by: 'user', columns: ['notification', 'read'] },
  {
    table: 'push_subscriptions',
    by: 'user',
    columns: ['device', 'endpoint', 'language', 'messages', 'updates', 'replies', 'changed'],
  },
  { table: 'weekly_mails', by: 'user', columns: ['week', 'kind', 'state'] },
  { table: 'mail_unsubscriptions', by: 'user', columns: ['kind', 'at'] },
  {
    table: 'notifications',
    by: 'created_by',
    columns: ['id', 'kind', 'subject', 'title', 'text', 'created'],
  },
  { table: 'noncompliance', by: 'user', columns: ['found', 'told'] },
  { table: 'invitations', by: 'user', columns: ['expires', 'reset'] },
  { table: 'uploads', by: 'user', columns: ['id', 'file_name', 'size', 'created', 'expires'] },
  { table: 'applications', by: 'created_by', columns: ['id', 'bundle_id', 'created'] },
  { table: 'credentials', by: 'created_by', columns: ['id', 'description', 'created'] },
  {
    table: 'audit',
    by: 'actor',
    columns: ['id', 'at', 'action', 'outcome', 'kind', 'subject', 'details'],
  },
];

/** Tables that name a person only so that a write is made once and in order; what was written stands in the others. */
export const technicalTables: readonly (keyof Tables)[] = ['idempotency', 'write_sequences'];
