import { changeActivity } from '../../platform/database/changes/changes.ts';
import type { Database } from '../../platform/database/connect.ts';
import { now } from '../../platform/database/identifiers.ts';
import type { Platform } from '../../platform/services.ts';
import { dayOf, forgetCounts, type Journal, monthOf, retainedSince } from '../journals/facade.ts';
import { defaultSettings, settingsOf } from '../organizations/facade.ts';
import { forgottenKinds, journalDays, oldest } from './oldest-store.ts';
import * as store from './store.ts';

/** Organizations that one statement looks at: reading so many settings takes some milliseconds. */
const lot = 200;
const day = 86_400_000;

/** Which activity of an organization may be older than the organization keeps it. */
interface Old {
  journals: Journal[];
  events: boolean;
  downloads: boolean;
  counts: boolean;
}

/**
 * Deletes activity that is older than its organization keeps it, as of a moment (ms). Most organizations have nothing
 * old; two statements find that out for hundreds of them.
 */
export async function forgetOldActivity(platform: Platform, at = Date.parse(now())): Promise<void> {
  const { db } = platform.database;
  let after: string | undefined = '';
  while (after !== undefined) after = await forgetOfLot(platform, after, at);
  // Activity that belongs to no organization is kept for the default time.
  const byDefault = defaultSettings('');
  const all = { journals: await store.journals(db, ''), events: true, downloads: true, counts: true };
  await forget(platform, '', all, (journal) => retainedSince(byDefault, journal, at));
}

/** Returns the last organization of the lot; undefined when there is none. */
async function forgetOfLot(platform: Platform, after: string, at: number): Promise<string | undefined> {
  const { db } = platform.database;
  const organizations = await oldest(db, after, lot);
  const last = organizations.at(-1)?.id;
  if (last === undefined) return undefined;
  const days = Map.groupBy(await journalDays(db, after, last), ({ org_id }) => org_id);
  for (const organization of organizations) {
    const settings = settingsOf(organization);
    const since = (journal: Journal) => retainedSince(settings, journal, at);
    const old = oldOf(organization, days.get(organization.id) ?? [], since, at);
    await forget(platform, organization.id, old, since);
  }
  return last;
}

type Oldest = Awaited<ReturnType<typeof oldest>>[number];
type Days = Awaited<ReturnType<typeof journalDays>>;
/** The moment before which activity of a kind is deleted. */
type Since = (journal: Journal) => string;

function oldOf(oldest: Oldest, journals: Days, since: Since, at: number): Old {
  const isBefore = (moment: string | null, end: string) => moment !== null && moment < end;
  const events = [oldest.received, ...forgottenKinds.map((kind) => oldest[`at_${kind}`])];
  const kept = dayOf(since('download'));
  // The last download of an application is kept until there is a later one.
  const yesterday = dayOf(new Date(at - day).toISOString());
  const downloads = journals.find(({ journal }) => journal === 'download');
  return {
    journals: journals
      .filter(({ journal, first }) => isBefore(first, dayOf(since(journal))))
      .map(({ journal }) => journal),
    events: events.some((moment) => isBefore(moment, since('usage'))),
    downloads: isBefore(downloads?.first ?? null, kept) || (downloads?.last ?? '') >= yesterday,
    counts: isBefore(oldest.counted_day, kept) || isBefore(oldest.counted_month, monthOf(kept)),
  };
}

async function forget({ database }: Platform, orgId: string, old: Old, since: Since): Promise<void> {
  const { db } = database;
  const before = since('download');
  // Before the days of their journal are deleted: these tell that there are old downloads.
  if (old.downloads) await forgetDownloads(database, orgId, before);
  for (const journal of old.journals) {
    const end = since(journal);
    let after: number | null = 0;
    while (after !== null) after = await store.forgetActivity(db, orgId, journal, { before: end, after });
    await store.forgetDays(db, orgId, journal, dayOf(end));
  }
  while (old.events && (await store.forgetEvents(db, orgId, since('usage'))));
  // How many downloads there were on earlier days.
  if (old.counts) await database.transaction((tx) => forgetCounts(tx, orgId, dayOf(before)));
}

async function forgetDownloads(database: Database, orgId: string, before: string): Promise<void> {
  let after: Parameters<typeof store.downloadsToForget>[3] = null;
  do {
    const { ids, next } = await store.downloadsToForget(database.db, orgId, before, after);
    after = next;
    if (ids.length === 0) continue;
    await changeActivity(database, orgId, async (tx) => {
      await store.deleteDownloads(tx, orgId, ids);
      return null;
    });
  } while (after !== null);
}
