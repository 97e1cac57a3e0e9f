import type { Tx } from '../handles.ts';

/** The catalogs that a transaction changed: those of an organization, and those of some of its persons. */
export interface RaisedRevision {
  orgId: string;
  userIds: readonly string[];
}

const raisedCatalogs = new WeakMap<Tx, RaisedRevision[]>();

/** Remembers until the end of the transaction what it changed. */
export function recordRaised(tx: Tx, orgId: string, userIds: readonly string[]): void {
  raisedCatalogs.set(tx, [...listRaised(tx), { orgId, userIds }]);
}

/** What a transaction changed. */
export const listRaised = (tx: Tx): readonly RaisedRevision[] => raisedCatalogs.get(tx) ?? [];
