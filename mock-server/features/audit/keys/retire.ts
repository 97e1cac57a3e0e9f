import { chunks } from '../../../platform/chunks.ts';
import type { TrailTx } from '../../../platform/database/handles.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import type { Platform } from '../../../platform/services.ts';
import { firstHead, setCounted } from '../chain.ts';
import * as heads from '../heads-store.ts';
import { beginAnew, isLost } from '../ledger.ts';
import { rowOf } from '../record.ts';
import { isGenuine, seal, sealedAnew } from '../seal.ts';
import * as store from '../store.ts';
import { chainedRow, linkBefore } from './reseal.ts';
import * as reseals from './reseal-store.ts';
import { type Accepted, daysOf, headIn, looseIn, unprovenIn } from './retire-look.ts';

/** Rows that are accepted in one transaction, so that other writers wait no longer than that. */
const step = 200;

/** Rows of one organization that none of the remaining keys can prove, and that an operator may accept. */
export interface Retired extends Accepted {
  orgId: string;
  rows: number;
  /** Rows that are not chained yet, among them. */
  unchained: number;
  /** Rows that can't be proven either and are not accepted, because they are not older than the removal of the key. */
  refused: number;
}

/** What was found, and whether the ledger of all chains was lost with its key. */
export interface Retirement {
  lostLedger: boolean;
  organizations: Retired[];
}

/**
 * Accepts rows of the audit log whose key is gone: from then on they count as unproven, which `verify` reports, and
 * retention deletes them when they are old enough. Only an operator may do this, and says when the key was removed.
 * What the service has sealed since then proves where the older rows end: nothing after that place is accepted,
 * whatever it claims about itself. With `act` false it only counts.
 */
export async function retireKey(platform: Platform, before: string, act: boolean): Promise<Retirement> {
  const { database, secrets } = platform;
  const lostLedger = await isLost(database.db, secrets);
  const organizations: Retired[] = [];
  for (const orgId of await store.organizationsWithRows(database.db)) {
    const retired = await retireIn(platform, orgId, before, act);
    if (isOf(retired)) organizations.push(retired);
  }
  if (lostLedger && act) await database.trail(async (tx) => beginAnew(tx, secrets, await heads.heads(tx)));
  return { lostLedger, organizations };
}

const isOf = ({ rows, refused, head, days }: Retired): boolean =>
  rows > 0 || refused > 0 || head !== 'proven' || days !== 'proven';

async function retireIn(platform: Platform, orgId: string, before: string, act: boolean): Promise<Retired> {
  const { database, secrets } = platform;
  const found = await unprovenIn(database.db, secrets, orgId, before);
  const loose = await looseIn(database.db, secrets, orgId, before);
  const head = await headIn(database.db, secrets, orgId, before, found);
  const settings = await store.settingsOf(database.db, orgId);
  const days = daysOf(secrets, settings);
  const retired: Retired = {
    orgId,
    rows: found.ids.length + loose.ids.length,
    unchained: loose.ids.length,
    refused: found.refused + loose.refused,
    head,
    days,
  };
  if (!act || !isOf(retired)) return retired;
  // The row that records the command comes first, so that a command that is interrupted is recorded too.
  await database.trail((tx) => store.insertRows(tx, [rowOf(secrets, entryOf(retired, before))]));
  for (const ids of chunks(found.ids, step)) await database.trail((tx) => accept(tx, secrets, orgId, ids));
  if (head === 'accepted') await database.trail((tx) => acceptHead(tx, secrets, orgId));
  for (const ids of chunks(loose.ids, step))
    await database.trail((tx) => chainUnproven(tx, secrets, orgId, ids));
  if (settings !== undefined && days === 'accepted')
    await database.trail((tx) => reseals.setDaysMac(tx, settings, seal.days(secrets, settings)));
  if (days === 'taken back')
    await database.transaction((tx) =>
      store.setSettings(tx, { org_id: orgId, days_kept: null, days_mac: null }),
    );
  return retired;
}

const entryOf = ({ orgId, ...sent }: Retired, before: string): Parameters<typeof rowOf>[1] => ({
  orgId,
  action: 'operator:audit retire',
  outcome: 'done',
  actor: null,
  subject: null,
  details: { sent: { before, ...sent } },
});

async function accept(tx: TrailTx, secrets: Secrets, orgId: string, ids: readonly string[]): Promise<void> {
  await heads.lockHead(tx, orgId);
  for (const row of (await reseals.hold(tx, orgId, ids)).map(chainedRow)) {
    const before = await linkBefore(tx, orgId, row.position);
    const { position, link } = row;
    await reseals.setSeals(tx, sealedAnew(secrets, row, { before, position, link, provenance: 'unproven' }));
  }
}

async function acceptHead(tx: TrailTx, secrets: Secrets, orgId: string): Promise<void> {
  const head = await heads.lockHead(tx, orgId);
  if (head !== undefined) await heads.setHead(tx, orgId, { mac: seal.head(secrets, head) });
}

/**
 * Adds rows to the end of the chain as unproven. Their links are made of hashes that nothing proves, so only the mark
 * `unproven` speaks for them.
 */
async function chainUnproven(
  tx: TrailTx,
  secrets: Secrets,
  orgId: string,
  ids: readonly string[],
): Promise<void> {
  const head = await heads.holdHead(tx, firstHead(secrets, orgId));
  let { last, link } = head;
  for (const row of await reseals.hold(tx, orgId, ids)) {
    if (row.position !== null || isGenuine.row(secrets, row)) continue;
    const before = link;
    last += 1;
    link = seal.link(secrets, before, last, row.mac);
    await reseals.setSeals(
      tx,
      sealedAnew(secrets, row, { before, position: last, link, provenance: 'unproven' }),
    );
  }
  await setCounted(tx, secrets, head, { last, link });
}
