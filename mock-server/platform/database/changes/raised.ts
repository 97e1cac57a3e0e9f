import type { Tx } from '../handles.ts';

/** Catalogs that a transaction changed: those of an organization, and of some persons in it. */
export interface Raised {
  orgId: string;
  userIds: readonly string[];
}

const raised = new WeakMap<Tx, Raised[]>();

/** Remembers, until the transaction ends, what it changed. */
export function noteRaised(tx: Tx, orgId: string, userIds: readonly string[]): void {
  raised.set(tx, [...raisedIn(tx), { orgId, userIds }]);
}

/** What a transaction changed. */
export const raisedIn = (tx: Tx): readonly Raised[] => raised.get(tx) ?? [];
