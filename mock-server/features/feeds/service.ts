import { setImmediate } from 'node:timers/promises';
import type { Static } from 'typebox';
import type { readFeed } from '../../../contract/feeds.ts';
import type { Database } from '../../platform/database/connect.ts';
import { notFoundError, ServiceError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/contexts.ts';
import {
  invalidBlockTokenError,
  readBlockToken,
  writeBlockToken,
} from '../../platform/http/responses/block-token.ts';
import type { ItemBytes } from '../../platform/http/responses/send-pieces.ts';
import { readEndDate } from '../../platform/http/responses/timestamps.ts';
import type { Platform } from '../../platform/services.ts';
import { findPositionBefore, getJournalDay, getRetentionStart, readJournalHead } from '../journals/facade.ts';
import { readSettings } from '../organizations/facade.ts';
import type { Feed, FeedFilter, Filters } from './feed.ts';
import { feeds } from './feeds.ts';
import { type FoundRows, type RowRange, readRows } from './rows-store.ts';

/** Rows in one answer of any feed. */
export const blockSize = 5_000;
/**
 * Positions that the queries of one request look at, one after the other, because with filters few rows may be found.
 * SQLite runs in this process, which serves others between two short queries; on PostgreSQL the first query fills the
 * block of a feed without gaps.
 */
const windows = {
  sqlite: Array.from({ length: 500 }, () => 500),
  postgres: [blockSize, 25_000, 75_000, 150_000],
} as const;

/**
 * Positions that one statement looks at where the block surely has room for all of them: other statements look at the
 * next ones meanwhile.
 */
const share = 2_500;

export interface FeedQuery extends Filters {
  block_token?: string;
  start_date?: string;
}

/** Where a reader is, and which rows they asked for. */
interface FeedPosition extends Filters {
  after: number;
  start_date?: string;
}

/** A row as the contract defines it. */
type Row = Static<typeof readFeed.response>['rows'][number];

export interface Block {
  /** Pieces of JSON, each with some of the rows. */
  rows: ItemBytes<Row>[];
  count: number;
  isLast: boolean;
  next: string;
}

/** A feed by its name. Error: `not_found`. */
export function findFeed(name: string): Feed {
  const feed = Object.values(feeds).find((known) => known.name === name);
  if (feed === undefined) throw notFoundError('feed');
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
  const { block_token, ...requested } = query;
  assertKnownParameters(feed, requested);
  const place = block_token === undefined ? null : readBlockToken<FeedPosition>(secrets, of, block_token);
  if (place !== null && !isSameQuery(requested, place)) throw invalidBlockTokenError();
  const { after, start_date, ...filters } = place ?? { ...requested, after: undefined };
  const settings = await readSettings(db, orgId);
  const since = getLater(getRetentionStart(settings, feed.journal), readStart(start_date));
  const begin = after ?? (await findPositionBefore(db, orgId, feed.journal, getJournalDay(since)));
  const wanted = {
    orgId,
    since,
    filters,
    limit: blockSize,
    namesDeleted: !settings.deleted_users_without_names,
  };
  const { reached, ...found } = await readRowsAfter(database, feed, wanted, begin);
  const next: FeedPosition = { ...filters, ...(start_date !== undefined && { start_date }), after: reached };
  return { ...found, next: writeBlockToken(secrets, of, next) };
}

type Window = Omit<RowRange, 'after' | 'upTo' | 'dialect'>;

/**
 * Rows after a position, and up to which position they were looked for. Rows that are recorded meanwhile belong to the
 * next block.
 */
async function readRowsAfter(database: Database, feed: Feed, wanted: Window, begin: number) {
  const head = await readJournalHead(database.db, wanted.orgId, feed.journal);
  const rows: ItemBytes<Row>[] = [];
  let count = 0;
  let reached = begin;
  for (const window of windows[database.dialect]) {
    const upTo = Math.max(reached, Math.min(reached + window, head));
    const limit = Math.min(wanted.limit - count, window);
    const found = await readWindow(database, feed, { ...wanted, limit, after: reached, upTo });
    for (const { bytes } of found) if (bytes !== null) rows.push({ bytes });
    const seen = found.reduce((sum, part) => sum + part.count, 0);
    count += seen;
    reached = (seen === limit ? found.at(-1)?.last : null) ?? upTo;
    if (count === wanted.limit || reached >= head) break;
    await setImmediate();
  }
  return { rows, count, reached, isLast: reached >= head };
}

/**
 * The rows of a window, in order. Where the window has no more rows than are wanted, several statements read it at the
 * same time.
 */
function readWindow(
  database: Database,
  feed: Feed,
  requested: Omit<RowRange, 'dialect'>,
): Promise<FoundRows[]> {
  const wanted = { ...requested, dialect: database.dialect };
  const { after, upTo, limit } = wanted;
  const parts = upTo - after <= limit ? Math.max(1, Math.ceil((upTo - after) / share)) : 1;
  const readPart = (part: number) => after + Math.floor(((upTo - after) * part) / parts);
  return Promise.all(
    Array.from({ length: parts }, (_, part) =>
      readRows(database.db, feed, { ...wanted, after: readPart(part), upTo: readPart(part + 1) }),
    ),
  );
}

const values: Record<FeedFilter, readonly number[]> = { platform: [1, 2, 4, 5], result: [0, 1] };

function assertKnownParameters(feed: Feed, requested: Omit<FeedQuery, 'block_token'>): void {
  const { start_date: _, ...filters } = requested;
  for (const [name, value] of Object.entries(filters) as [FeedFilter, number][]) {
    if (feed.filters[name] === undefined) throw refuse(name, 'This feed has no such filter.');
    if (!values[name].includes(value)) throw refuse(name, `Use one of: ${values[name].join(', ')}.`);
  }
}

const refuse = (field: string, problem: string) =>
  new ServiceError('invalid_input', `${field}: ${problem}`, { details: { field } });

/** Whether a request asks for the same as its block token; a parameter that is in the token need not be sent again. */
const isSameQuery = (requested: object, place: FeedPosition): boolean =>
  Object.entries(requested).every(([name, value]) =>
    Object.entries(place).some(([known, stored]) => known === name && stored === value),
  );

/** `start_date` as a stored moment; `noEndDate` is later than everything. */
const readStart = (date: string | undefined): string =>
  date === undefined ? '' : (readEndDate('start_date', date) ?? '9999-12-31T23:59:59.999Z');

const getLater = (one: string, other: string): string => (one > other ? one : other);
