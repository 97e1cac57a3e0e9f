import { ServiceError } from '../../platform/errors.ts';
import { readEndDate } from '../../platform/http/responses/timestamps.ts';

/** The moments (UTC) between which an application is offered; null: no limit on that side. */
export interface AccessDates {
  start: string | null;
  end: string | null;
}

const unlimited: AccessDates = { start: null, end: null };
const oneDay = 24 * 3_600_000;

/**
 * Reads the option `access_date_range`; document 2, Policies. A date without a time means the whole day in UTC, so that an
 * end of 31 January is the beginning of 1 February. Error: `invalid_input`.
 */
export function readAccessDates(value: unknown): AccessDates {
  if (value === null) return unlimited;
  if (typeof value !== 'object' || Array.isArray(value)) throw invalidDatesError();
  const { start = null, end = null, ...others } = value as Record<string, unknown>;
  if (Object.keys(others).length > 0) throw invalidDatesError();
  return { start: readMoment(start), end: toEndMoment(end, readMoment(end)) };
}

function readMoment(value: unknown): string | null {
  if (value === null) return null;
  if (typeof value !== 'string') throw invalidDatesError();
  return readEndDate('access_date_range', value);
}

const toEndMoment = (reported: unknown, moment: string | null): string | null =>
  moment !== null && typeof reported === 'string' && reported.length === 'YYYY-MM-DD'.length
    ? new Date(Date.parse(moment) + oneDay).toISOString()
    : moment;

const invalidDatesError = () =>
  new ServiceError('invalid_input', 'access_date_range: write start and end as dates.');
