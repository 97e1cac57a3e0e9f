import type { Json, Moment } from './columns.ts';
import type { PersonalTables } from './personal.ts';

/** The tables of this file, by name. */
export interface PlatformTables {
  idempotency: IdempotencyTable;
  write_sequences: WriteSequenceTable;
  jobs: JobTable;
  secret_keys: SecretKeyTable;
  clock_marks: ClockMarkTable;
}

/** Those of them whose rows are about a person. */
export const personalPlatformTables = {
  idempotency: 'technical',
  write_sequences: 'technical',
} satisfies PersonalTables<PlatformTables>;

/** Recorded answers, so that a request that is sent twice is carried out once. */
interface IdempotencyTable {
  org_id: string;
  user: string;
  device: string;
  key: string;
  /** SHA-256 of method, address and body. */
  request: string;
  status: number;
  response: Json;
  created: Moment;
}

/** The last write of each subject by each writer, so that an older write that arrives late changes nothing. */
interface WriteSequenceTable {
  org_id: string;
  user: string;
  device: string;
  /** A database of the device, which numbers its writes. */
  writer: string;
  subject: string;
  sequence: number;
  changed: Moment;
}

/** The ids of the secret keys that the database was used with. */
interface SecretKeyTable {
  id: string;
  added: Moment;
}

/** One row, of `service`: what the clock said when it was last looked at, and since when it has not leapt. */
interface ClockMarkTable {
  id: 'service';
  seen: Moment;
  steady_since: Moment;
}

/** Jobs. `due` is when a waiting job is tried next, and when the lease of a running job ends. */
interface JobTable {
  /** Empty for jobs of the service itself, which belong to no organization. */
  org_id: string;
  id: string;
  kind: string;
  payload: Json;
  state: 'waiting' | 'running' | 'failed';
  attempts: number;
  due: Moment;
  /** The process that runs it. */
  owner: string | null;
  last_error: string | null;
  /** The `guid` under which the log has the error. */
  last_error_guid: string | null;
  created: Moment;
}
