import type { Generated } from 'kysely';
import type { Flag, Json, Moment } from './columns.ts';
import type { PersonalTables } from './personal.ts';

/** The tables of this file, by name. */
export interface RecordsTables {
  terms: TermsTable;
  terms_responses: TermsResponseTable;
  audit: AuditTable;
  audit_heads: AuditHeadTable;
  audit_settings: AuditSettingsTable;
  audit_pending: AuditPendingTable;
}

/** Those of them whose rows are about a person. */
export const personalRecordsTables = {
  terms_responses: { by: 'user', key: ['id'], columns: ['terms', 'device', 'accepted', 'at'] },
  audit: {
    by: 'actor',
    key: ['id'],
    columns: ['id', 'at', 'action', 'outcome', 'kind', 'subject', 'details'],
  },
} satisfies PersonalTables<RecordsTables>;

/** What was administered and what was refused, by whom; see features/audit/chain.ts. Rows are only appended. */
interface AuditTable {
  /** Empty where no organization is known, as for a sign-in with a name that nobody has. */
  org_id: string;
  /** The place in the chain of the organization; the first is 1. */
  position: number;
  id: string;
  at: Moment;
  /**
   * The name of the operation, `job:` and the kind of a job, `operator:` and a command, `service`, or `outside` for a
   * change that somebody made in the database.
   */
  action: string;
  outcome: 'done' | 'refused';
  actor_org: string | null;
  actor: string | null;
  /** The kind and the id of the object. */
  kind: string | null;
  subject: string | null;
  /**
   * JSON with the origin and the values before and after; null once it was erased, because the person it is about was
   * deleted.
   */
  details: Json | null;
  /** Random, and erased with the details, so that nobody can find out from `digest` what they were. */
  salt: string | null;
  /** Hash of salt and details. */
  digest: string;
  /** Hash of the link before it and of everything else in the row but salt and details. */
  link: string;
}

/** Where the chain of an organization begins and ends. */
interface AuditHeadTable {
  org_id: string;
  /** Position of the oldest row that is not deleted for its age; `last` + 1 where none is left. */
  first: number;
  /** The link before the first row. */
  base: string;
  last: number;
  link: string;
  /** Position of the last row that was sent to the syslog server. */
  exported: number;
  /** `last` when it was last written to the service's log. */
  logged: number;
}

interface AuditSettingsTable {
  org_id: string;
  /** How many days rows are kept; null: as long as the service says. */
  days_kept: number | null;
}

/** Changes of observed tables, written by triggers (observed.ts), which become audit rows before their transaction ends. */
interface AuditPendingTable {
  number: Generated<number>;
  /**
   * The session and the moment at which its transaction began, filled in by the database; empty on SQLite, where one
   * transaction writes at a time.
   */
  made_in: Generated<string>;
  org_id: string;
  kind: string;
  subject: string;
  /** JSON of the observed columns. */
  before: Json | null;
  after: Json | null;
}

/** A version of the terms of an organization, or of one of its applications. */
interface TermsTable {
  org_id: string;
  id: string;
  application: string | null;
  version: number;
  /** By language; empty where the terms were ended. */
  texts: Json;
  created: Moment;
}

/** A person's answer to a version of terms; the last one is in force. */
interface TermsResponseTable {
  org_id: string;
  id: string;
  terms: string;
  user: string;
  device: string | null;
  accepted: Flag;
  at: Moment;
}
