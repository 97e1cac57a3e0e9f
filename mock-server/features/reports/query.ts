import type { Static } from 'typebox';
import { type ReportFilter, readReport } from '../../../contract/reports.ts';
import { foldText } from '../../platform/database/fold.ts';
import { ServiceError } from '../../platform/errors.ts';
import { readDates } from '../../platform/http/date-range.ts';
import { isOfDays, type Report, type ReportRequest } from './report.ts';

export type ReportQuery = Static<typeof readReport.query>;
/** What a block token stands for: the whole query except block size and format. */
export type Question = Omit<ReportQuery, 'block_token' | 'format' | 'count'>;

const maxTerms = 20;

const refuse = (field: string, problem: string) =>
  new ServiceError('invalid_input', `${field}: ${problem}`, { details: { field } });

/**
 * What a query requests of a report. Errors: `invalid_input` that names a filter that the report does not have, an
 * invalid value, or dates that are invalid or in the wrong order.
 */
export function readQuestion(report: Report, { search, date, ...filters }: Question): ReportRequest {
  if (date !== undefined && report.date === undefined)
    throw refuse('date', 'This report has no such filter.');
  for (const [name, value] of Object.entries(filters)) assertFilter(report, name, value);
  const range = date === undefined ? null : readDates('date', date);
  if (range !== null && report.date?.value === null && !isOfDays(range)) {
    throw refuse('date', 'Write both dates without a time: this report counts whole days.');
  }
  return { date: range, filters, terms: splitTerms(search) };
}

function assertFilter(report: Report, name: string, value: number): void {
  const filter = report.filters.find((known) => known.name === (name as ReportFilter));
  if (filter === undefined) throw refuse(name, 'This report has no such filter.');
  if (filter.values.some((known) => known.value === value)) return;
  throw refuse(name, `Use one of: ${filter.values.map((known) => known.value).join(', ')}.`);
}

function splitTerms(search: string | undefined): string[] {
  const terms = (search ?? '')
    .split(',')
    .map((term) => foldText(term.trim()))
    .filter((term) => term !== '');
  if (terms.length > maxTerms) throw refuse('search', `Use at most ${maxTerms} terms.`);
  return terms;
}
