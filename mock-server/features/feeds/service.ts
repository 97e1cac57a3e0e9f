import { setImmediate } from 'node:timers/promises';
import type { Database } from '../../platform/database/connect.ts';
import { invalidBlockToken, readBlockToken, writeBlockToken } from '../../platform/http/block-token.ts';
import type { Caller } from '../../platform/http/contexts.ts';
import { notFound, ServiceError } from '../../platform/http/errors.ts';
import { readEndDate } from '../../platform/http/timestamps.ts';
import type { Platform } from '../../platform/services.ts';
import { dayOf, headOf, positionBefore, retainedSince } from '../activity/facade.ts';
import { readSettings } from '../organizations/facade.ts';
import type { Feed, FeedFilter, FeedRow, Filters } from './feed.ts';
import { feeds } from './feeds.ts';

/** Rows in one answer; each feed has the same. */
export const blockSize = 5_000;
/**
 * Positions that the queries of one request look at, one after the other: filters may find little. SQLite works in this process,
 * where others have their turn between two short queries; PostgreSQL fills the block of a feed without gaps with the first.
 */
const windows = {
  sqlite: Array.from({ length: 250 }, () => 1_000),
  postgres: [blockSize, 25_000, 75_000, 150_000],
} as const;

export interface FeedQuery extends Filters {
  block_token?: string;
  start_date?: string;
}

/** Where a reader is, and what they asked for. */
interface Place extends Filters {
  after: number;
  start_date?: string;
}

export interface Block {
  rows: FeedRow[];
  isLast: boolean;
  next: string;
}

/** A feed by its name. Error: `not_found`. */
export function findFeed(name: string): Feed {
  const feed = Object.values(feeds).find((known) => known.name === name);
  if (feed === undefined) throw notFound('feed');
  return feed;
}

/**
 * The next block of a feed of the organization that the request acts on; document 3, Feeds. Errors: `invalid_input` for a
 * filter that the feed does not have, or a value of none; `block_token_invalid`.
 */
export async function readBlock(
  { database, secrets }: Platform,
  { orgId }: Caller,
  feed: Feed,
  query: FeedQuery,
): Promise<Block> {
  const { db } = database;
  const of = `feed ${feed.name} ${orgId}`;
  const { block_token, ...asked } = query;
  refuseUnknown(feed, asked);
  const place = block_token === undefined ? null : readBlockToken<Place>(secrets, of, block_token);
  if (place !== null && !agrees(asked, place)) throw invalidBlockToken();
  const { after, start_date, ...filters } = place ?? { ...asked, after: undefined };
  const settings = await readSettings(db, orgId);
  const since = laterOf(retainedSince(settings, feed.journal), readStart(start_date));
  const begin = after ?? (await positionBefore(db, orgId, feed.journal, dayOf(since)));
  const wanted = {
    orgId,
    since,
    filters,
    limit: blockSize,
    namesDeleted: !settings.deleted_users_without_names,
  };
  const { rows, reached, isLast } = await rowsAfter(database, feed, wanted, begin);
  const next: Place = { ...filters, ...(start_date !== undefined && { start_date }), after: reached };
  return { rows, isLast, next: writeBlockToken(secrets, of, next) };
}

type Within = Omit<Parameters<Feed['rows']>[1], 'after' | 'upTo'>;

/** Rows above a position, and how far they were looked for. What is recorded meanwhile is for the next block. */
async function rowsAfter({ db, dialect }: Database, feed: Feed, wanted: Within, begin: number) {
  const head = await headOf(db, wanted.orgId, feed.journal);
  const rows: FeedRow[] = [];
  let reached = begin;
  for (const window of windows[dialect]) {
    const upTo = Math.max(reached, Math.min(reached + window, head));
    const limit = wanted.limit - rows.length;
    const found = await feed.rows(db, { ...wanted, limit, after: reached, upTo });
    rows.push(...found);
    const last = found.at(-1);
    reached = found.length === limit && last !== undefined ? last.position : upTo;
    if (rows.length === wanted.limit || reached >= head) break;
    await setImmediate();
  }
  return { rows, reached, isLast: reached >= head };
}

const values: Record<FeedFilter, readonly number[]> = { platform: [1, 2, 4, 5], result: [0, 1] };

function refuseUnknown(feed: Feed, asked: Omit<FeedQuery, 'block_token'>): void {
  const { start_date: _, ...filters } = asked;
  for (const [name, value] of Object.entries(filters) as [FeedFilter, number][]) {
    if (!feed.filters.includes(name)) throw refuse(name, 'This feed has no such filter.');
    if (!values[name].includes(value)) throw refuse(name, `Use one of: ${values[name].join(', ')}.`);
  }
}

const refuse = (field: string, problem: string) =>
  new ServiceError('invalid_input', `${field}: ${problem}`, { details: { field } });

/** Whether a request asks for what its token stands for; it need not say it again. */
const agrees = (asked: object, place: Place): boolean =>
  Object.entries(asked).every(([name, value]) =>
    Object.entries(place).some(([known, kept]) => known === name && kept === value),
  );

/** `start_date` as a stored moment; the documents' far date is after everything. */
const readStart = (date: string | undefined): string =>
  date === undefined ? '' : (readEndDate('start_date', date) ?? '9999-12-31T23:59:59.999Z');

const laterOf = (one: string, other: string): string => (one > other ? one : other);
