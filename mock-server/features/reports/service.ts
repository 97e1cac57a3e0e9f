import { maxBlockSize } from '../../../contract/reports.ts';
import { getNow } from '../../platform/database/identifiers.ts';
import { notFoundError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/contexts.ts';
import {
  invalidBlockTokenError,
  readBlockToken,
  writeBlockToken,
} from '../../platform/http/responses/block-token.ts';
import type { Platform } from '../../platform/services.ts';
import { getRetentionStart } from '../journals/facade.ts';
import { readSettings } from '../organizations/facade.ts';
import { streamCsv } from './csv.ts';
import { type Question, type ReportQuery, readQuestion } from './query.ts';
import type { QueryOptions, Report } from './report.ts';
import { reports } from './reports.ts';
import { Rows } from './rows-store.ts';
import type { Row, RowPosition } from './statements-store.ts';

/** Where a block begins, in which direction, and what was requested. */
interface BlockPosition {
  /** Null: the beginning, or when reading backwards the end. */
  keys: RowPosition | null;
  backwards: boolean;
  question: Question;
  /** How many rows there were when the first block was read. */
  total: number;
}

export interface Block {
  rows: Row[];
  total: number;
  isLast: boolean;
  next: string | null;
  previous: string | null;
}

/** A report by its name. Error: `not_found`. */
export function findReport(name: string): Report {
  const report = Object.values(reports).find((known) => known.name === name);
  if (report === undefined) throw notFoundError('report');
  return report;
}

async function openBlock(platform: Platform, { orgId }: Caller, report: Report, query: ReportQuery) {
  const { block_token, format: _, count, ...values } = query;
  const of = `report ${report.name} ${orgId}`;
  const mark =
    block_token === undefined ? null : readBlockToken<BlockPosition>(platform.secrets, of, block_token);
  if (mark !== null && !isSameQuery(values, mark.question)) throw invalidBlockTokenError();
  const question = mark?.question ?? values;
  const requested = readQuestion(report, question);
  const settings = await readSettings(platform.database.db, orgId);
  const options: QueryOptions = {
    orgId,
    dialect: platform.database.dialect,
    now: getNow(),
    since: getRetentionStart(settings, report.activity ?? 'download'),
    namesDeleted: !settings.deleted_users_without_names,
  };
  const seal = (keys: RowPosition | null, backwards: boolean, total: number) =>
    writeBlockToken<BlockPosition>(platform.secrets, of, { keys, backwards, question, total });
  return { mark, scope: options, count, rows: new Rows(platform.database, report, options, requested), seal };
}

/** Whether a request asks for the same as its block token; a parameter that is in the token need not be sent again. */
const isSameQuery = (values: Question, stored: Question): boolean =>
  Object.entries(values).every(([name, value]) =>
    Object.entries(stored).some(([known, before]) => known === name && before === value),
  );

/**
 * A block of a report of the organization that the request acts on; document 3, Reports. Errors: `invalid_input` for a
 * query that does not fit the report, `block_token_invalid`.
 */
export async function readBlock(
  platform: Platform,
  caller: Caller,
  report: Report,
  query: ReportQuery,
): Promise<Block> {
  const { mark, scope: options, count, rows, seal } = await openBlock(platform, caller, report, query);
  const backwards = mark?.backwards ?? false;
  const limit = Math.min(count ?? maxBlockSize, maxBlockSize);
  const found = await rows.read({ from: mark?.keys ?? null, backwards, limit: limit + 1 });
  const more = found.length > limit;
  const total = mark?.total ?? (more ? await rows.countRows() : found.length);
  const block = backwards ? found.slice(-limit) : found.slice(0, limit);
  const getPositionAt = (index: number) => {
    const row = block.at(index);
    // Where all rows of a block are gone meanwhile, the remaining rows are all before or all after it.
    return row === undefined ? null : rows.placeOf(row);
  };
  const isLast = !backwards && !more;
  const isFirst = backwards ? !more : mark === null;
  const names = report.columns(options).map(({ name }) => name);
  return {
    rows: block.map((row) => Object.fromEntries(names.map((name) => [name, row[name] ?? null]))),
    total,
    isLast,
    next: isLast ? null : seal(getPositionAt(-1), false, total),
    previous: isFirst ? null : seal(getPositionAt(0), true, total),
  };
}

/**
 * The report as CSV: all rows, or `count` of them, from the first row of the block on. Errors: those of `readBlock`,
 * before the first piece.
 */
export async function readCsv(
  platform: Platform,
  caller: Caller,
  report: Report,
  query: ReportQuery,
): Promise<AsyncGenerator<string | Buffer>> {
  const { mark, scope: options, count, rows } = await openBlock(platform, caller, report, query);
  if (mark?.backwards === true) throw invalidBlockTokenError();
  return streamCsv(rows, report.columns(options), {
    from: mark?.keys ?? null,
    maxRows: count ?? null,
  });
}
