import type { Tx } from '../handles.ts';

/** The catalogs that a transaction changed: those of an organization, and those of some of its persons. */
export interface Raised {
  orgId: string;
  userIds: readonly string[];
}

const raised = new WeakMap<Tx, Raised[]>();

/** Remembers until the end of the transaction what it changed. */
export function noteRaised(tx: Tx, orgId: string, userIds: readonly string[]): void {
  raised.set(tx, [...raisedIn(tx), { orgId, userIds }]);
}

/** What a transaction changed. */
export const raisedIn = (tx: Tx): readonly Raised[] => raised.get(tx) ?? [];
