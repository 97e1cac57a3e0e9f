import type { Platform } from '../../platform/services.ts';
import { findHead } from './chain-store.ts';
import * as store from './erasure-store.ts';

/** Rows that are erased, or looked at, in one transaction, so that other writers wait no longer than that. */
const step = 500;

/**
 * Erases from the audit log what it says about a deleted person, except who, when and what, which do not contain their
 * name. The chain contains only hashes of what is erased, so that it stays whole. Each step is a transaction of its
 * own: after an interruption, call it again.
 */
export async function eraseFromTrail({ database }: Platform, person: store.Person): Promise<void> {
  for (;;) {
    const acts = await store.actsOf(database.db, person, step);
    for (const [orgId, own] of Map.groupBy(acts, (row) => row.org_id))
      await database.auditTransaction((tx) =>
        store.eraseRows(
          tx,
          orgId,
          own.map(({ position }) => position),
        ),
      );
    if (acts.length < step) break;
  }
  const head = await findHead(database.db, person.org_id);
  if (head === undefined) return;
  for (let after = head.first - 1; after < head.last; after += step)
    await database.auditTransaction((tx) => store.eraseNaming(tx, person, { after, end: after + step }));
}
