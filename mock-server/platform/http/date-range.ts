import { ServiceError } from '../errors.ts';
import { readEndDate } from './responses/timestamps.ts';

const day = 86_400_000;

/** The moments between which rows are requested: including the first, excluding the second. */
export interface DateRange {
  from: string;
  before: string;
}

/**
 * Parses `<date>,<date>` of a query; an end without a time includes its whole day; document 3, Reports. Error:
 * `invalid_input` that names the field.
 */
export function readDates(field: string, dates: string): DateRange {
  const [start, end, ...more] = dates.split(',').map((part) => part.trim());
  if (start === undefined || end === undefined || more.length > 0) {
    throw refuse(field, 'Write two dates with a comma between them, as 2030-01-01,2030-01-31.');
  }
  const from = readDate(field, start);
  const last = readDate(field, end);
  if (from > last) throw refuse(field, 'The first date is after the second.');
  const isDay = /^\d{4}-\d\d-\d\d$/.test(end);
  return { from, before: new Date(Date.parse(last) + (isDay ? day : 1)).toISOString() };
}

function readDate(field: string, text: string): string {
  const moment = readEndDate(field, text);
  if (moment === null || moment >= '9999') throw refuse(field, 'Use dates before the year 9999.');
  return moment;
}

const refuse = (field: string, problem: string) =>
  new ServiceError('invalid_input', `${field}: ${problem}`, { details: { field } });
