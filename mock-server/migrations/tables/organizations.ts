import type { Json, Moment } from './columns.ts';

export interface OrganizationTable {
  id: string;
  psk: number;
  parent_id: string | null;
  name: string;
  vanity_subdomain: string;
  settings: Json;
  push_cert: string | null;
  /** Grows with every change that any catalog of the organization could show. */
  catalog_revision: number;
  created: Moment;
}

/** Next number of each psk sequence. */
export interface CounterTable {
  org_id: string;
  name: string;
  value: number;
}

/** What an organization demands of passwords, sessions and API tokens; without a row, what the documents do. */
export interface SecuritySettingsTable {
  org_id: string;
  level: 'documented' | 'strict';
  /** JSON of the settings that differ from those of the level. */
  chosen: Json;
}

export interface PrivacySettingsTable {
  org_id: string;
  /** Days after which nothing personal of a deleted user is left. */
  deleted_users_kept_in_days: number;
}
