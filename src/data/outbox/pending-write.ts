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
export interface About {
  what: 'review' | 'opinion' | 'installed' | 'removed' | 'inventory' | 'terms' | 'read' | 'opened';
  /** The id of the application; null where it is about several. */
  application: string | null;
  /** What the person wrote. */
  text?: { title: string; comment: string };
}

/** A kind of write that may wait for the network. `P` is what the outbox keeps of it: plain data. */
export interface PendingWrite<P = unknown, O extends Operation = Operation> {
  /** Never change it: rows kept by older versions of the catalog carry it. */
  readonly kind: string;
  readonly operation: O;
  /** What the write is about, in letters that a header can carry; writes of one subject are sent in their order. */
  subject(payload: P): string;
  /**
   * What a write that was not sent yet and a later one of its kind and subject say together: the later takes its place. Writes that add up
   * have none: what may have arrived would count again under another key.
   */
  merge?(earlier: P, later: P): P;
  /** The same payload must make the same request: the service compares them by the idempotency key. */
  request(payload: P): Pick<CallArguments<O>, 'params' | 'query' | 'body'>;
  effect?(payload: P): Effect;
  about(payload: P): About;
}

/** Every write that the catalog can make, by its kind. */
export type PendingWrites = ReadonlyMap<string, PendingWrite>;

/** Declares a write and checks its request against the operation. */
export const pendingWrite =
  <P>() =>
  <const O extends Operation>(write: PendingWrite<P, O>): PendingWrite<P, O> =>
    write;

/** The registry in which the outbox and the service worker look up a row's kind. */
export const registryOf = (writes: readonly PendingWrite[]): PendingWrites =>
  new Map(writes.map((write) => [write.kind, write]));
