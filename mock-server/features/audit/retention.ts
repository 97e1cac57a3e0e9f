import type { TrailTx } from '../../platform/database/handles.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { Platform } from '../../platform/services.ts';
import * as heads from './heads-store.ts';
import { seal } from './seal.ts';
import * as store from './store.ts';

/** How many days rows are kept where the organization says nothing else. */
const usualDays = 400;
const day = 24 * 3_600_000;

/** Deletes the rows of every organization that are older than it keeps them, from the begin of the chain. */
export async function forgetRows({ database, secrets }: Platform, moment: number): Promise<void> {
  for (const { org_id, days_kept, at } of await heads.firstRows(database.db)) {
    const before = new Date(moment - (days_kept ?? usualDays) * day).toISOString();
    if (at === null || at < before) await database.trail((tx) => forgetBefore(tx, secrets, org_id, before));
  }
}

async function forgetBefore(tx: TrailTx, secrets: Secrets, orgId: string, before: string): Promise<void> {
  const head = await heads.lockHead(tx, orgId);
  if (head === undefined) return;
  const first = (await store.firstSince(tx, orgId, before)) ?? head.last + 1;
  if (first <= head.first) return;
  const base = await store.linkAt(tx, orgId, first - 1);
  if (base === undefined) return;
  await store.deleteUpTo(tx, orgId, first - 1);
  await heads.setHead(tx, orgId, { first, base, mac: seal.head(secrets, { ...head, first, base }) });
}
