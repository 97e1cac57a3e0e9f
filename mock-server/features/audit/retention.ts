import type { TrailTx } from '../../platform/database/handles.ts';
import type { Platform } from '../../platform/services.ts';
import { lockHead, setHead } from './chain-store.ts';
import * as store from './retention-store.ts';

/** How many days rows are kept where the organization chose nothing else. */
const defaultDays = 400;
const day = 24 * 3_600_000;

/** Chains whose beginnings are in memory at once. */
const batch = 500;

/**
 * Deletes the rows of every organization that are older than it keeps them, from the beginning of the chain. The head
 * keeps the link of the last row that was deleted, with which the others can still be verified.
 */
export async function deleteOldRows({ database }: Platform, moment: number): Promise<void> {
  let after: string | null = null;
  do {
    const oldest: store.Oldest[] = await store.oldestRows(database.db, after, batch);
    for (const { at, org_id, days_kept } of oldest) {
      const before = new Date(moment - (days_kept ?? defaultDays) * day).toISOString();
      if (at < before) await database.auditTransaction((tx) => deleteBefore(tx, org_id, before));
    }
    after = oldest.at(-1)?.org_id ?? null;
  } while (after !== null);
}

async function deleteBefore(tx: TrailTx, orgId: string, moment: string): Promise<void> {
  const head = await lockHead(tx, orgId);
  if (head === undefined) return;
  const first = (await store.firstSince(tx, orgId, moment)) ?? head.last + 1;
  const base = await store.linkAt(tx, orgId, first - 1);
  if (first <= head.first || base === undefined) return;
  await store.deleteUpTo(tx, orgId, first - 1);
  await setHead(tx, orgId, { first, base });
}
