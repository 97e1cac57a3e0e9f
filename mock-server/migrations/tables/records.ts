import type { Generated } from 'kysely';
import type { Flag, Json, Moment } from './columns.ts';
import type { PersonalTables } from './personal.ts';

/** The tables of this file, by name. */
export interface RecordsTables {
  terms: TermsTable;
  terms_responses: TermsResponseTable;
  audit: AuditTable;
  audit_heads: AuditHeadTable;
  audit_ledger: AuditLedgerTable;
  audit_persons: AuditPersonTable;
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
  audit_persons: 'technical',
} satisfies PersonalTables<RecordsTables>;

/** What happened, by whom. `position` and `link` are null until the row is chained; see features/audit/chain.ts. */
interface AuditTable {
  /** Empty where no organization is known, as for a sign-in with a name that nobody has. */
  org_id: string;
  id: string;
  at: Moment;
  /**
   * The name of the operation, `job:` and the kind of a job, `service`, or `outside` for a change that somebody made in
   * the database.
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
  /** Keyed hash that the service made when it erased the details; null while they are there. */
  erasure: string | null;
  /** Keyed hash of the details, and of everything else in the row that is set when it is written. */
  digest: string;
  mac: string;
  position: number | null;
  /** Keyed hash of the link before it, `position` and `mac`. */
  link: string | null;
  /**
   * Where the row was sealed again after its key was replaced: keyed hash of its place. `link` stays, because heads
   * that are kept outside of the database contain it.
   */
  resealed: string | null;
}

/** Where the chain of an organization begins and ends. */
interface AuditHeadTable {
  org_id: string;
  /** Position of the oldest row that is kept; `last` + 1 where none is. */
  first: number;
  /** The link before the first row. */
  base: string;
  last: number;
  link: string;
  /** Keyed hash of the five above. */
  mac: string;
  /** `last` and `link` as the ledger of all chains counts them; null before the head is counted. */
  counted: number | null;
  counted_link: string | null;
  /** Position of the last row that was sent to the syslog server. */
  exported: number;
  /** Position of the last row that webhooks were told of, where any want it. */
  told: number;
  /** `last` when the service's log was last told. */
  logged: number;
}

/** Which persons a row of the audit log names in its details: read when a person is erased. */
interface AuditPersonTable {
  org_id: string;
  user: string;
  /** The id of the row. */
  row: string;
}

/**
 * A single row: a sum over the heads of all chains, so that no chain can be removed or put back unnoticed; see
 * features/audit/ledger.ts.
 */
interface AuditLedgerTable {
  one: 1;
  /** Encrypted. */
  sealed: string;
}

interface AuditSettingsTable {
  org_id: string;
  /** How many days rows are kept; null: as long as the service says. */
  days_kept: number | null;
  /** Keyed hash of that. */
  days_mac: string | null;
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
