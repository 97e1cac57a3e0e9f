import type { Json, Moment } from './columns.ts';
import type { PersonalTables } from './personal.ts';

/** The tables of this file, by name. */
export interface OrganizationsTables {
  organizations: OrganizationTable;
  counters: CounterTable;
  security_settings: SecuritySettingsTable;
  privacy_settings: PrivacySettingsTable;
}

/** Those of them whose rows are about a person: none yet. */
export const personalOrganizationsTables = {} satisfies PersonalTables<OrganizationsTables>;

interface OrganizationTable {
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
interface CounterTable {
  org_id: string;
  name: string;
  value: number;
}

/** What an organization demands of passwords, sessions and API tokens; without a row, what the documents say. */
interface SecuritySettingsTable {
  org_id: string;
  level: 'documented' | 'strict';
  /** JSON of the settings that differ from those of the level. */
  chosen: Json;
}

interface PrivacySettingsTable {
  org_id: string;
  /** Days after which no personal data of a deleted user is left. */
  deleted_users_kept_in_days: number;
}
