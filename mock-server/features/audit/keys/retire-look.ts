import type { Db } from '../../../platform/database/handles.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import * as heads from '../heads-store.ts';
import { usualDays } from '../retention.ts';
import { type Chained, genesis, isGenuine } from '../seal.ts';
import * as store from '../store.ts';
import { chainedRow, linkBefore } from './reseal.ts';

/** Rows that are in memory at once. */
const batch = 500;

/** What of a chain, besides its rows, can't be proven, and whether it can be accepted. */
export interface Accepted {
  head: 'proven' | 'accepted' | 'refused';
  days: 'proven' | 'accepted' | 'taken back';
}

interface Unproven {
  ids: string[];
  refused: number;
  /** The oldest row that is there. */
  first: Chained | undefined;
}

/**
 * The chained rows that nothing proves, up to the first one that is proven to be younger than the removal of the key.
 */
export async function unprovenIn(db: Db, secrets: Secrets, orgId: string, before: string): Promise<Unproven> {
  const found: Unproven = { ids: [], refused: 0, first: undefined };
  let position = -1;
  let isBefore = true;
  for (;;) {
    const rows = await store.chainedAfter(db, orgId, position, batch);
    let link = await linkBefore(db, orgId, rows[0]?.position ?? 0);
    for (const row of rows.map(chainedRow)) {
      const isProven = isGenuine.row(secrets, row) && isGenuine.link(secrets, link, row);
      if (isProven && row.at >= before) isBefore = false;
      if (!isProven && isBefore && row.at < before) found.ids.push(row.id);
      else if (!isProven) found.refused += 1;
      found.first ??= row;
      link = row.link;
      position = row.position;
    }
    if (rows.length < batch) return found;
  }
}

/** The same for rows that are not chained yet. */
export async function looseIn(
  db: Db,
  secrets: Secrets,
  orgId: string,
  before: string,
): Promise<Pick<Unproven, 'ids' | 'refused'>> {
  const ids: string[] = [];
  let [after, refused] = ['', 0];
  for (;;) {
    const rows = await store.unchained(db, orgId, batch, after);
    for (const row of rows.filter((one) => !isGenuine.row(secrets, one)))
      if (row.at < before) ids.push(row.id);
      else refused += 1;
    if (rows.length < batch) return { ids, refused };
    after = rows.at(-1)?.id ?? '';
  }
}

/** A head is accepted where it fits the existing rows and its chain begins before the removal of the key. */
export async function headIn(
  db: Db,
  secrets: Secrets,
  orgId: string,
  before: string,
  { first }: Unproven,
): Promise<Accepted['head']> {
  const head = await heads.findHead(db, orgId);
  if (head === undefined || isGenuine.head(secrets, head)) return 'proven';
  const begins =
    first?.position === head.first && first.at < before && (head.first > 1 || head.base === genesis);
  // Read now: a running service chains more meanwhile.
  const ends = (await store.linkAt(db, orgId, head.last)) === head.link;
  return begins && ends ? 'accepted' : 'refused';
}

/**
 * A setting that keeps rows for fewer days than usual may have been written by somebody who wants rows deleted: it is
 * not accepted, and the organization has to choose again.
 */
export function daysOf(
  secrets: Secrets,
  settings: Awaited<ReturnType<typeof store.settingsOf>>,
): Accepted['days'] {
  if (settings === undefined || isGenuine.days(secrets, settings)) return 'proven';
  return (settings.days_kept ?? 0) >= usualDays ? 'accepted' : 'taken back';
}
