import { type ClientError, type ErrorReason, RefusedError, reasonOf, ServerError } from '../http/errors.ts';

/** Why a write was not accepted, as plain data that can be stored. */
export interface WriteProblem extends ErrorReason {
  guid: string | null;
}

/**
 * A person's write on its way to the service. Moments are milliseconds since 1970 by the device's clock, which anybody may
 * set: they are shown, and decide neither order nor attempts.
 */
export interface OutboxRow {
  id: string;
  /** The same at every attempt, so that the service carries the write out only once. */
  idempotencyKey: string;
  kind: string;
  /** Rows of one subject are sent in order. */
  subject: string;
  payload: unknown;
  /** The name of the application that it is about, which may be gone from the catalog later; earlier versions kept none. */
  name?: string | null;
  /** Grows with every row of this database: the service refuses what is older than what it has of the subject. */
  order: number;
  created: number;
  attempts: number;
  lastError: WriteProblem | null;
  state: 'waiting' | 'sending' | 'refused' | 'sent';
  /** When the service accepted it. */
  sentAt: number | null;
}

/** The key of the one writer of an account's database. */
export const writerKey = 'writer';

/** Who numbers the writes of this database: another database of the same person on the same device is another writer. */
export interface Writer {
  id: string;
  /** The number given out last; it never goes back, or the service would take what is new for old. */
  last: number;
}

export function problemOf(error: ClientError): WriteProblem {
  const refused = error instanceof RefusedError ? error.refusal : null;
  const guid = error instanceof ServerError ? error.guid : (refused?.guid ?? null);
  return { ...reasonOf(error), guid };
}
