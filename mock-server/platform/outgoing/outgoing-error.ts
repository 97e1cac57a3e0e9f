/**
 * Why a request to another server failed:
 * - `address_refused`: the service may not reach the address, or one that it redirects to;
 * - `not_reached`: no such host, no connection, a broken connection, or an invalid certificate;
 * - `timed_out`: no complete answer in time;
 * - `refused`: the server answered with another status than 200 (`status`);
 * - `too_many_redirects`;
 * - `wrong_type`: the answer is of another content type;
 * - `too_large`: the answer is longer than the limit, as it came or unpacked;
 * - `damaged`: the answer can't be unpacked.
 */
export type OutgoingReason =
  | 'address_refused'
  | 'not_reached'
  | 'timed_out'
  | 'refused'
  | 'too_many_redirects'
  | 'wrong_type'
  | 'too_large'
  | 'damaged';

/** An outgoing request that failed. The message is only for the log: it may name servers inside the network. */
export class OutgoingError extends Error {
  readonly reason: OutgoingReason;
  /** The status that the server answered with; null when it did not answer. */
  readonly status: number | null;
  /** Whether the server surely got nothing: there was no connection to it. False where nobody knows. */
  readonly isUnsent: boolean;

  constructor(
    reason: OutgoingReason,
    message: string,
    options: { status?: number | undefined; isUnsent?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'OutgoingError';
    this.reason = reason;
    this.status = options.status ?? null;
    this.isUnsent = options.isUnsent ?? false;
  }
}
