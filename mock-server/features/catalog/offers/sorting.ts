import { parseSort } from '../../../platform/database/list-controls.ts';
import type { OfferSummary } from './summary.ts';

/** The fields that catalog lists sort by; open choices, Catalog. */
const fields = ['name', 'release_date', 'num_downloads', 'num_likes', 'sort_weight'] as const;

const values: Record<(typeof fields)[number], (offer: OfferSummary) => string | number> = {
  name: (offer) => offer.sortName,
  release_date: (offer) => offer.releaseDate,
  num_downloads: (offer) => offer.numDownloads,
  num_likes: (offer) => offer.numLikes,
  sort_weight: (offer) => offer.sortWeight,
};

/** Below 0 when the first of two offers comes first. */
export type Order = (left: OfferSummary, right: OfferSummary) => number;

const compare = (left: string | number, right: string | number): number =>
  left < right ? -1 : left > right ? 1 : 0;

/** Whether an order changes with the counts. */
export const isOrderedByCounts = (sort: string): boolean => sort.includes('num_');

/**
 * The order that `sort` names. Later fields break ties, and finally the id, so that pages never overlap. Error:
 * `invalid_request` for a `+` or an unknown field.
 */
export function getOrder(sort: string): Order {
  const terms = parseSort(sort || 'name', fields).map(({ field, descending }) => ({
    value: values[field as (typeof fields)[number]],
    sign: descending ? -1 : 1,
  }));
  return (left, right) => {
    for (const { value, sign } of terms) {
      const order = compare(value(left), value(right));
      if (order !== 0) return sign * order;
    }
    return compare(left.application, right.application);
  };
}
