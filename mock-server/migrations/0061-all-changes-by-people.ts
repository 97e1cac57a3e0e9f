import type { Kysely } from 'kysely';
import { type Observed, observe } from './observed.ts';
import type { Tables } from './tables.ts';

/**
 * Further tables whose changes the audit log shows; of secrets and of what identifies a device only that it changed.
 */
const observed: readonly Observed[] = [
  {
    table: 'devices',
    org: 'org_id',
    kind: 'device',
    subject: 'id',
    // Without free memory and the moments of reports, which change with every use, and without the device's name, which
    // belongs to its person.
    columns: [
      'udid',
      'manufacturer',
      'model',
      'operating_system_name',
      'operating_system_version',
      'jailbreak_status',
      'ios_push_token',
      'android_push_token',
      'until',
      'disabled_reason',
    ],
  },
  {
    table: 'install_files',
    org: 'org_id',
    kind: 'install file',
    subject: 'id',
    columns: [
      'application',
      'version',
      'action',
      'sha256',
      'size',
      'file_name',
      'expires',
      'sign_credentials_id',
      'signer',
      'replaced',
    ],
    end: 'replaced',
  },
  {
    table: 'preparations',
    org: 'org_id',
    kind: 'signature',
    subject: 'version',
    columns: ['application', 'credentials', 'state', 'requested_by'],
  },
  {
    table: 'inspections',
    org: 'org_id',
    kind: 'inspection',
    subject: 'version',
    columns: ['run', 'engine', 'sha256', 'finished', 'problem'],
  },
  {
    table: 'invitations',
    org: 'org_id',
    kind: 'password link',
    subject: 'user',
    columns: ['hash', 'expires', 'reset'],
    end: 'expires',
  },
  {
    table: 'sign_in_places',
    org: 'org_id',
    kind: 'known place',
    subject: 'user',
    columns: ['place'],
    tellsDeletions: false,
  },
  {
    table: 'push_subscriptions',
    org: 'org_id',
    kind: 'browser notifications',
    subject: 'user',
    columns: ['device', 'endpoint', 'auth', 'language', 'messages', 'updates', 'replies'],
  },
];

/**
 * Every table that people and administrators change is shown in the audit log; decision 83 says which are not, and why.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  for (const table of observed) await observe(db, table);
}
