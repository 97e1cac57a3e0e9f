import type { Flag, Moment } from './columns.ts';

export interface GroupTable {
  org_id: string;
  id: string;
  psk: number;
  name: string;
  description: string;
  is_default: Flag;
  created: Moment;
}

export interface GroupUserTable {
  org_id: string;
  group: string;
  user: string;
  created: Moment;
}

export interface GroupApplicationTable {
  org_id: string;
  group: string;
  application: string;
  is_mandatory: Flag;
  /** 1: always the latest version; 0: the versions named in `group_versions`. */
  is_latest: Flag;
  created: Moment;
}

export interface GroupVersionTable {
  org_id: string;
  group: string;
  application: string;
  version: string;
}
