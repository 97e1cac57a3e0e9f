import type { CatalogEntry } from '../../../contract/catalog.ts';

/** The moments between which an application can be installed. */
type OfferDates = Pick<CatalogEntry, 'offered_from' | 'offered_until'>;

/** The moments (ms since 1970) at which the offer of an application begins and ends. */
export const listOfferChanges = ({ offered_from: from, offered_until: until }: OfferDates): number[] =>
  [from, until].flatMap((moment) => (moment === undefined ? [] : Date.parse(moment)));

/** Whether an application can be installed at a moment (ms since 1970). */
export const isOffered = ({ offered_from: from, offered_until: until }: OfferDates, now: number): boolean =>
  (from === undefined || Date.parse(from) <= now) && (until === undefined || now < Date.parse(until));
