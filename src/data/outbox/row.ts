import type { ErrorName } from '../../../contract/common/errors.ts';
import type { ClientError, ErrorKind } from '../http/errors.ts';
import { RefusedError, ServerError } from '../http/errors.ts';

/** Why a write was not taken, in a form that survives a reload. `unsupported`: this version knows no such write. */
export interface WriteProblem {
  kind: ErrorKind | 'unsupported';
  name: ErrorName | null;
  message: string;
  guid: string | null;
}

/** A write of a person on its way to the service. Moments are milliseconds since 1970. */
export interface OutboxRow {
  id: string;
  /** The same at every attempt, so that the service does it once. */
  idempotencyKey: string;
  kind: string;
  /** Rows of one subject are sent in their order. */
  subject: string;
  payload: unknown;
  /** Grows with every row of this account. */
  order: number;
  created: number;
  attempts: number;
  nextAttempt: number;
  lastError: WriteProblem | null;
  state: 'waiting' | 'sending' | 'refused' | 'sent';
  /** When the service took it. */
  sentAt: number | null;
}

export function problemOf(error: ClientError): WriteProblem {
  const refused = error instanceof RefusedError ? error.refusal : null;
  const guid = error instanceof ServerError ? error.guid : (refused?.guid ?? null);
  return { kind: error.kind, name: refused?.name ?? null, message: error.message, guid };
}
