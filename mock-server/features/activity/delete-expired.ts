import { changeActivity } from '../../platform/database/changes/changes.ts';
import type { Database } from '../../platform/database/connect.ts';
import { getNow } from '../../platform/database/identifiers.ts';
import type { Platform } from '../../platform/services.ts';
import {
  deleteDownloadCounts,
  getJournalDay,
  getMonth,
  getRetentionStart,
  type Journal,
} from '../journals/facade.ts';
import { createDefaultSettings, parseSettings } from '../organizations/facade.ts';
import { kindsWithRetention, listJournalDays, listOldest } from './oldest-store.ts';
import * as store from './store.ts';

/** Organizations that one statement looks at: reading so many settings takes some milliseconds. */
const organizationsPerStatement = 200;
const day = 86_400_000;

/** Which activity of an organization may be older than the organization keeps it. */
interface ExpiredActivity {
  journals: Journal[];
  events: boolean;
  downloads: boolean;
  counts: boolean;
}

/**
 * Deletes activity that is older than its organization keeps it, as of a moment (ms). Most organizations have nothing
 * old; two statements find that out for hundreds of them.
 */
export async function deleteExpiredActivity(platform: Platform, at = Date.parse(getNow())): Promise<void> {
  const { db } = platform.database;
  let after: string | undefined = '';
  while (after !== undefined) after = await deleteExpiredOfBatch(platform, after, at);
  // Activity that belongs to no organization is kept for the default time.
  const byDefault = createDefaultSettings('');
  const all = { journals: await store.listJournals(db, ''), events: true, downloads: true, counts: true };
  await deleteExpired(platform, '', all, (journal) => getRetentionStart(byDefault, journal, at));
}

/** Returns the last organization of the lot; undefined when there is none. */
async function deleteExpiredOfBatch(
  platform: Platform,
  after: string,
  at: number,
): Promise<string | undefined> {
  const { db } = platform.database;
  const organizations = await listOldest(db, after, organizationsPerStatement);
  const last = organizations.at(-1)?.id;
  if (last === undefined) return undefined;
  const days = Map.groupBy(await listJournalDays(db, after, last), ({ org_id }) => org_id);
  for (const organization of organizations) {
    const settings = parseSettings(organization);
    const getStart = (journal: Journal) => getRetentionStart(settings, journal, at);
    const old = findExpired(organization, days.get(organization.id) ?? [], getStart, at);
    await deleteExpired(platform, organization.id, old, getStart);
  }
  return last;
}

type OldestRows = Awaited<ReturnType<typeof listOldest>>[number];
type Days = Awaited<ReturnType<typeof listJournalDays>>;
/** The moment before which activity of a kind is deleted. */
type RetentionStart = (journal: Journal) => string;

function findExpired(oldest: OldestRows, journals: Days, since: RetentionStart, at: number): ExpiredActivity {
  const isBefore = (moment: string | null, end: string) => moment !== null && moment < end;
  const events = [oldest.received, ...kindsWithRetention.map((kind) => oldest[`at_${kind}`])];
  const stored = getJournalDay(since('download'));
  // The last download of an application is kept until there is a later one.
  const yesterday = getJournalDay(new Date(at - day).toISOString());
  const downloads = journals.find(({ journal }) => journal === 'download');
  return {
    journals: journals
      .filter(({ journal, first }) => isBefore(first, getJournalDay(since(journal))))
      .map(({ journal }) => journal),
    events: events.some((moment) => isBefore(moment, since('usage'))),
    downloads: isBefore(downloads?.first ?? null, stored) || (downloads?.last ?? '') >= yesterday,
    counts: isBefore(oldest.counted_day, stored) || isBefore(oldest.counted_month, getMonth(stored)),
  };
}

async function deleteExpired(
  { database }: Platform,
  orgId: string,
  old: ExpiredActivity,
  since: RetentionStart,
): Promise<void> {
  const { db } = database;
  const before = since('download');
  // Before the days of their journal are deleted: these tell that there are old downloads.
  if (old.downloads) await deleteExpiredDownloads(database, orgId, before);
  for (const journal of old.journals) {
    const end = since(journal);
    let after: number | null = 0;
    while (after !== null) after = await store.deleteActivity(db, orgId, journal, { before: end, after });
    await store.deleteDays(db, orgId, journal, getJournalDay(end));
  }
  while (old.events && (await store.deleteEvents(db, orgId, since('usage'))));
  // How many downloads there were on earlier days.
  if (old.counts) await database.transaction((tx) => deleteDownloadCounts(tx, orgId, getJournalDay(before)));
}

async function deleteExpiredDownloads(database: Database, orgId: string, before: string): Promise<void> {
  let after: Parameters<typeof store.listExpiredDownloads>[3] = null;
  do {
    const { ids, next } = await store.listExpiredDownloads(database.db, orgId, before, after);
    after = next;
    if (ids.length === 0) continue;
    await changeActivity(database, orgId, async (tx) => {
      await store.deleteDownloads(tx, orgId, ids);
      return null;
    });
  } while (after !== null);
}
