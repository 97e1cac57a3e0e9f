import { noEndDate } from '../../../contract/common/codes.ts';

/** A stored moment (UTC, `…Z`) as the interface writes it: ISO 8601 with an offset; document 1, convention 7. */
export const timestamp = (moment: string): string => moment.replace(/Z$/, '+00:00');

export const optionalTimestamp = (moment: string | null): string | null =>
  moment === null ? null : timestamp(moment);

/** An end date, or the value that means none. */
export const endDate = (moment: string | null): string => (moment === null ? noEndDate : timestamp(moment));
