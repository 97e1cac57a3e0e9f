import type { CatalogEntry } from '../../../contract/catalog.ts';

/** Between which moments an application can be installed. */
type Dates = Pick<CatalogEntry, 'offered_from' | 'offered_until'>;

/** The moments (ms since 1970) at which an application begins and ceases to be offered. */
export const turnsOf = ({ offered_from: from, offered_until: until }: Dates): number[] =>
  [from, until].flatMap((moment) => (moment === undefined ? [] : Date.parse(moment)));

/** Whether an application can be installed at a moment (ms since 1970). */
export const isOffered = ({ offered_from: from, offered_until: until }: Dates, now: number): boolean =>
  (from === undefined || Date.parse(from) <= now) && (until === undefined || now < Date.parse(until));
