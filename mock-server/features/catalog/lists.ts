import type { Static } from 'typebox';
import type { Paging } from '../../../contract/common/lists.ts';
import { fold } from '../../platform/database/fold.ts';
import { endDate } from '../../platform/http/timestamps.ts';
import type { Offer } from './group-catalog.ts';
import type { InstallLinks } from './install-links.ts';
import type { PersonCatalog } from './person-catalog.ts';

/** Which of the offers a list shows. */
export type Chosen = (offer: Offer, catalog: PersonCatalog) => boolean;

export const everything: Chosen = () => true;
export const featured: Chosen = ({ listing }) => listing.isFeatured;
export const mandatory: Chosen = (offer) => offer.mandatory;
export const updates: Chosen = ({ listing }, catalog) => listing.isNative && catalog.hasUpdate(listing);
export const downloaded: Chosen = ({ listing }, catalog) => catalog.wasDownloaded(listing);
export const installed: Chosen = ({ listing }, catalog) => catalog.installed(listing) !== undefined;

/** Case-insensitive substring of name, descriptions, author or category; open choices, Catalog. */
export function matching(text: string): Chosen {
  const wanted = fold(text);
  return ({ listing }) => listing.searchText.includes(wanted);
}

export const inCategory =
  (categoryId: string): Chosen =>
  ({ listing }) =>
    listing.categories.some((category) => category.id === categoryId);

export interface ListControls {
  start: number;
  count: number;
  sort: string;
}

/** Fields of one list beyond the entry's. */
export type More = (offer: Offer, catalog: PersonCatalog) => Record<string, unknown>;

export const mandatoryFields: More = ({ listing }, catalog) => ({
  required_by: endDate(listing.version.required_by),
  installed_version_id: catalog.installed(listing)?.id ?? null,
});

/** A page of a list as JSON: `applications` and `paging`; `address` is the request's, with its query. */
export function listJson(
  catalog: PersonCatalog,
  links: InstallLinks,
  list: { chosen: Chosen; controls: ListControls; address: string; more?: More },
): string {
  const { start, count, sort } = list.controls;
  const ordered = catalog.listed(sort);
  const offers =
    list.chosen === everything ? ordered : ordered.filter((offer) => list.chosen(offer, catalog));
  const entries = entriesJson(catalog, links, offers.slice(start, start + count), list.more);
  const paging = JSON.stringify(pagingOf(list.address, list.controls, offers.length));
  return `{"applications":[${entries}],"paging":${paging}}`;
}

/** Entries as the inside of a JSON list. */
export const entriesJson = (
  catalog: PersonCatalog,
  links: InstallLinks,
  offers: readonly Offer[],
  more?: More,
): string => offers.map((offer) => catalog.entry(offer, links, more?.(offer, catalog))).join();

/** Relative addresses of the pages before and after, which keep every other parameter. */
export function pagingOf(
  address: string,
  { start, count }: Pick<ListControls, 'start' | 'count'>,
  total: number,
): Static<typeof Paging> {
  const page = (from: number): string => {
    const [path = '', query = ''] = address.split('?', 2);
    const parameters = new URLSearchParams(query);
    parameters.set('start', String(from));
    parameters.set('count', String(count));
    return `${path}?${parameters.toString()}`;
  };
  return {
    total,
    next: count > 0 && start + count < total ? page(start + count) : null,
    previous: count > 0 && start > 0 ? page(Math.max(0, Math.min(start, total) - count)) : null,
  };
}
