import type { Flag, Moment } from './columns.ts';
import type { PersonalTables } from './personal.ts';

/** The tables of this file, by name. */
export interface GroupsTables {
  groups: GroupTable;
  group_users: GroupUserTable;
  group_applications: GroupApplicationTable;
  group_versions: GroupVersionTable;
}

/** Those of them whose rows are about a person. */
export const personalGroupsTables = {
  group_users: { by: 'user', key: ['group'], columns: ['group', 'created'] },
} satisfies PersonalTables<GroupsTables>;

interface GroupTable {
  org_id: string;
  id: string;
  psk: number;
  name: string;
  description: string;
  is_default: Flag;
  created: Moment;
}

interface GroupUserTable {
  org_id: string;
  group: string;
  user: string;
  created: Moment;
}

interface GroupApplicationTable {
  org_id: string;
  group: string;
  application: string;
  is_mandatory: Flag;
  /** 1: always the latest version; 0: the versions named in `group_versions`. */
  is_latest: Flag;
  created: Moment;
}

interface GroupVersionTable {
  org_id: string;
  group: string;
  application: string;
  version: string;
}
