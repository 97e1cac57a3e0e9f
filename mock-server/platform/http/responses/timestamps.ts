import { noEndDate } from '../../../../contract/common/codes.ts';
import { ServiceError } from '../../errors.ts';

/** A stored moment (UTC, `…Z`) as the interface writes it: ISO 8601 with an offset; document 1, Conventions 7. */
export const formatTimestamp = (moment: string): string => moment.replace(/Z$/, '+00:00');

export const formatOptionalTimestamp = (moment: string | null): string | null =>
  moment === null ? null : formatTimestamp(moment);

/** An end date as the interface writes it; `noEndDate` when there is none. */
export const endDate = (moment: string | null): string =>
  moment === null ? noEndDate : formatTimestamp(moment);

const isoMoment = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?$/;

/** Whether the year in UTC has four digits, as ISO 8601 requires without a further agreement. */
const isWritable = (moment: Date): boolean =>
  !Number.isNaN(moment.getTime()) && /^\d/.test(moment.toISOString());

/**
 * Converts an end date of a request to the stored form; null and `noEndDate` become null. A date without an offset is
 * in UTC. Error: `invalid_input` that names the field.
 */
export function readEndDate(field: string, value: string | null): string | null {
  if (value === null) return null;
  const [, day = '', time = '', , , offset] = isoMoment.exec(value) ?? [];
  if (day === noEndDate.slice(0, 10)) return null;
  const moment = new Date(time !== '' && offset === undefined ? `${value}Z` : value);
  // Date turns 30 February, which does not exist, into 2 March.
  const midnight = new Date(day);
  const inCalendar = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
  if (day !== '' && inCalendar && isWritable(moment)) return moment.toISOString();
  throw new ServiceError(
    'invalid_input',
    `${field}: write it as an ISO 8601 date, as 2030-01-31T18:00:00Z.`,
    {
      details: { field },
    },
  );
}
