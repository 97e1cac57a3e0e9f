import type { ErrorReason } from './error-reason.ts';

/** Why a write was not accepted, as plain data that can be stored. */
export interface WriteProblem extends ErrorReason {
  guid: string | null;
}

/**
 * A person's write on its way to the service. Moments are milliseconds since 1970 by the device's clock, which anybody
 * may set: they are only shown, and decide neither order nor attempts.
 */
export interface OutboxRow {
  id: string;
  /** The same for every attempt, so that the service carries the write out only once. */
  idempotencyKey: string;
  kind: string;
  /** Rows of one subject are sent in order. */
  subject: string;
  payload: unknown;
  /** The name of the application that it is about, which may leave the catalog later; earlier versions stored none. */
  name?: string | null;
  /**
   * Grows with every row of this database: the service refuses a write that is older than the last one that it has of
   * the subject.
   */
  order: number;
  created: number;
  attempts: number;
  lastError: WriteProblem | null;
  state: 'waiting' | 'sending' | 'refused' | 'sent';
  /** When the service accepted it. */
  sentAt: number | null;
}

/** The key of the single writer in an account's database. */
export const writerKey = 'writer';

/**
 * The writer that numbers the writes of this database; another database of the same person on the same device is
 * another writer.
 */
export interface Writer {
  id: string;
  /** The last number given out. It never decreases, or the service would take new writes for old ones. */
  last: number;
}
