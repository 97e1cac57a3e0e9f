import type { TrailTx } from '../../platform/database/handles.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { Platform } from '../../platform/services.ts';
import * as heads from './heads-store.ts';
import { furtherSeal, isGenuine } from './seal.ts';
import * as store from './store.ts';

/** How many days rows are kept where the organization chose nothing else. */
export const usualDays = 400;
const day = 24 * 3_600_000;

/** Rows, and chains, that are in memory at once. */
const batch = 500;

/**
 * Deletes the rows of every organization that are older than it keeps them, from the beginning of the chain. Nothing is
 * deleted because of days or moments that anybody but the service has written: the rows stay, so that `verify` finds
 * that.
 */
export async function forgetRows({ database, secrets }: Platform, moment: number): Promise<void> {
  let after: string | null | undefined = null;
  while (after !== undefined) {
    const chains = await heads.firstRows(database.db, after, batch);
    for (const { at, ...settings } of chains) {
      const { org_id } = settings;
      const days = isGenuine.days(secrets, settings) ? settings.days_kept : null;
      const before = new Date(moment - (days ?? usualDays) * day).toISOString();
      if (at === null || at < before) await database.trail((tx) => forgetBefore(tx, secrets, org_id, before));
    }
    after = chains.at(-1)?.org_id;
  }
}

async function forgetBefore(tx: TrailTx, secrets: Secrets, orgId: string, before: string): Promise<void> {
  const head = await heads.lockHead(tx, orgId);
  if (head === undefined) return;
  const first = (await store.firstSince(tx, orgId, before)) ?? head.last + 1;
  if (first <= head.first) return;
  const base = await store.linkAt(tx, orgId, first - 1);
  if (base === undefined) return;
  if (!(await areGenuine(tx, secrets, head, first))) return;
  await store.deleteUpTo(tx, orgId, first - 1);
  const mac = furtherSeal(secrets, head, { ...head, first, base });
  await heads.setHead(tx, orgId, { first, base, mac });
}

/** Whether all rows of a chain before a position are as the service wrote them. */
async function areGenuine(
  tx: TrailTx,
  secrets: Secrets,
  { org_id, first }: heads.HeadRow,
  end: number,
): Promise<boolean> {
  for (let at = first; at < end; at += batch) {
    const rows = await store.chainedAfter(tx, org_id, at - 1, Math.min(batch, end - at));
    if (!rows.every((row) => isGenuine.row(secrets, row))) return false;
  }
  return true;
}
