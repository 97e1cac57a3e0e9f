/**
 * Why a request to another server gave nothing that can be used:
 * - `address_refused`: the address, or one that it led to, is none that the service may reach;
 * - `not_reached`: no such host, no connection, a broken one, or a certificate that is not good;
 * - `timed_out`: no whole answer within the time;
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

/** An outgoing request that failed. The message is for the log: it may name what is inside the network. */
export class OutgoingError extends Error {
  readonly reason: OutgoingReason;
  /** The status that the server answered with; null when it did not get that far. */
  readonly status: number | null;

  constructor(
    reason: OutgoingReason,
    message: string,
    options: { status?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'OutgoingError';
    this.reason = reason;
    this.status = options.status ?? null;
  }
}
