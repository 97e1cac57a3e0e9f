import type { CatalogEntry } from '../../../contract/catalog.ts';
import type { Operation } from '../../../contract/common/operation.ts';
import type { CallArguments } from '../http/client.ts';

/** How a write shows in the catalog before it is sent. */
export interface Effect {
  /** The id of the application that it changes. */
  application: string;
  change(entry: CatalogEntry): CatalogEntry;
}

/** What a write is about, for telling a person of it. */
export interface WriteDescription {
  topic:
    | 'review'
    | 'opinion'
    | 'deletedReview'
    | 'installed'
    | 'removed'
    | 'terms'
    | 'read'
    | 'opened'
    | 'deferral'
    | 'support';
  /** The id of the application; null where it is about several. */
  application: string | null;
  /** The text that the person wrote. */
  text?: { title: string; comment: string };
}

/** A kind of write that may wait for the network. `P` is what the outbox stores of it: plain data. */
export interface PendingWrite<P = unknown, O extends Operation = Operation> {
  /** Never change it: rows from older versions of the catalog contain it. */
  readonly kind: string;
  readonly operation: O;
  /** The subject of the write, in characters that a header allows; writes of one subject are sent in order. */
  getSubject(payload: P): string;
  /**
   * Combines an unsent write and a later one of the same kind and subject into one, which replaces the later one.
   * Writes that add up have no `merge`: one that may have arrived would be counted again under another key.
   */
  merge?(earlier: P, later: P): P;
  /**
   * The same payload must always make the same request: the service compares requests with the same idempotency key.
   */
  buildRequest(payload: P): Pick<CallArguments<O>, 'params' | 'query' | 'body'>;
  getEffect?(payload: P): Effect;
  describe(payload: P): WriteDescription;
}

/** Every write that the catalog can make, by its kind. */
export type PendingWrites = ReadonlyMap<string, PendingWrite>;

/** Declares a write and checks its request against the operation. */
export const declarePendingWrite =
  <P>() =>
  <const O extends Operation>(write: PendingWrite<P, O>): PendingWrite<P, O> =>
    write;

/** The registry in which the outbox and the service worker look up the kind of a row. */
export const createRegistry = (writes: readonly PendingWrite[]): PendingWrites =>
  new Map(writes.map((write) => [write.kind, write]));
