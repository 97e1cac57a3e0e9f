import type { TrailTx } from '../../../platform/database/handles.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import type { Platform } from '../../../platform/services.ts';
import * as heads from '../heads-store.ts';
import { renewLedger } from '../ledger.ts';
import { type Chained, isCurrent, isGenuine, provenanceOf, seal, sealedAnew } from '../seal.ts';
import * as store from '../store.ts';
import * as reseals from './reseal-store.ts';

/** Rows that are sealed anew in one transaction, so that other writers wait no longer than that. */
const step = 200;

/**
 * Seals the audit log with the current key, so that all other keys can be removed: rows, heads, the ledger, and how
 * long rows are kept. Only what is genuine by one of the present keys is sealed; what somebody changed by hand stays as
 * it is, so that `verify` finds it. It can run beside running services, and again after an interruption. Returns how
 * many rows were sealed with another key.
 */
export async function renewAudit(platform: Platform): Promise<number> {
  const { database, secrets } = platform;
  let count = 0;
  for (const orgId of await store.organizationsWithRows(database.db)) {
    // In this order: rows that are chained meanwhile are then among the chained ones.
    count += await renewUnchained(platform, orgId);
    count += await renewChained(platform, orgId);
  }
  for (const { org_id } of await heads.heads(database.db))
    await database.trail((tx) => renewHead(tx, secrets, org_id));
  for (const settings of await reseals.allSettings(database.db))
    if (isGenuine.days(secrets, settings) && !isCurrent.days(secrets, settings))
      await database.trail((tx) => reseals.setDaysMac(tx, settings, seal.days(secrets, settings)));
  await database.trail((tx) => renewLedger(tx, secrets));
  return count;
}

/** A row with its position as a type. */
export const chainedRow = (row: store.AuditRow): Chained => ({
  ...row,
  position: row.position ?? 0,
  link: row.link ?? '',
});

async function renewChained({ database, secrets }: Platform, orgId: string): Promise<number> {
  let [position, count] = [-1, 0];
  for (;;) {
    const rows = (await store.chainedAfter(database.db, orgId, position, step)).map(chainedRow);
    let before = await linkBefore(database.db, orgId, rows[0]?.position ?? 0);
    const old = rows.filter((row) => {
      const is = isCurrent.row(secrets, row) && isCurrent.link(secrets, before, row);
      before = row.link;
      return !is;
    });
    if (old.length > 0) count += await database.trail((tx) => renewPlaced(tx, secrets, orgId, old));
    if (rows.length < step) return count;
    position = rows.at(-1)?.position ?? position;
  }
}

/** The link before a row: the link of the previous row, or where there is none, the one at which the chain begins. */
export const linkBefore = async (
  db: Parameters<typeof reseals.linkUpTo>[0],
  orgId: string,
  position: number,
): Promise<string> =>
  (await reseals.linkUpTo(db, orgId, position - 1)) ?? (await heads.findHead(db, orgId))?.base ?? '';

async function renewPlaced(
  tx: TrailTx,
  secrets: Secrets,
  orgId: string,
  old: readonly Chained[],
): Promise<number> {
  // Whoever chains or deletes rows locks the head; whoever erases details locks the row.
  await heads.lockHead(tx, orgId);
  const ids = old.map(({ id }) => id);
  let count = 0;
  let last: Chained | undefined;
  for (const row of (await reseals.hold(tx, orgId, ids)).map(chainedRow)) {
    const follows = last?.position === row.position - 1;
    const before = follows && last ? last.link : await linkBefore(tx, orgId, row.position);
    last = row;
    if (!isGenuine.row(secrets, row) || !isGenuine.link(secrets, before, row)) continue;
    const { position, link } = row;
    const provenance = provenanceOf(secrets, before, row) ?? 'renewed';
    await reseals.setSeals(tx, sealedAnew(secrets, row, { before, position, link, provenance }));
    count += 1;
  }
  return count;
}

async function renewUnchained({ database, secrets }: Platform, orgId: string): Promise<number> {
  let [after, count] = ['', 0];
  for (;;) {
    const rows = await store.unchained(database.db, orgId, step, after);
    const old = rows.filter((row) => isGenuine.row(secrets, row) && !isCurrent.row(secrets, row));
    if (old.length > 0)
      await database.trail(async (tx) => {
        await heads.lockHead(tx, orgId);
        const ids = old.map(({ id }) => id);
        for (const row of await reseals.hold(tx, orgId, ids))
          if (row.position === null && isGenuine.row(secrets, row)) {
            await reseals.setSeals(tx, sealedAnew(secrets, row, null));
            count += 1;
          }
      });
    if (rows.length < step) return count;
    after = rows.at(-1)?.id ?? '';
  }
}

async function renewHead(tx: TrailTx, secrets: Secrets, orgId: string): Promise<void> {
  const head = await heads.lockHead(tx, orgId);
  if (head === undefined || isCurrent.head(secrets, head) || !isGenuine.head(secrets, head)) return;
  await heads.setHead(tx, orgId, { mac: seal.head(secrets, head) });
}
