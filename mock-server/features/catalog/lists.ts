import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { CatalogEntry, MandatoryEntry } from '../../../contract/catalog.ts';
import { type CatalogListQuery, largestCatalogPage, type Paging } from '../../../contract/common/lists.ts';
import { fold } from '../../platform/database/fold.ts';
import { type JsonText, jsonList, jsonObject, jsonOf } from '../../platform/http/answers/json-text.ts';
import { endDate } from '../../platform/http/answers/timestamps.ts';
import type { InstallLinks, LinkMode } from './install-links.ts';
import type { Offer } from './listing.ts';
import type { PersonCatalog } from './person-catalog.ts';

/** Whether a list shows an offer. */
export type Chosen = (offer: Offer, catalog: PersonCatalog) => boolean;

export const everything: Chosen = () => true;
export const featured: Chosen = ({ listing }) => listing.isFeatured;
export const mandatory: Chosen = (offer) => offer.mandatory;
export const updates: Chosen = ({ listing }, catalog) => listing.hasPackage && catalog.hasUpdate(listing);
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

type ListControls = Static<typeof CatalogListQuery>;

/** Fields that one list has in addition to those of an entry. */
export type More<M extends object> = (offer: Offer, catalog: PersonCatalog) => M;

export const nothingMore: More<object> = () => ({});

export const mandatoryFields: More<Omit<MandatoryEntry, keyof CatalogEntry>> = ({ listing }, catalog) => ({
  required_by: endDate(listing.version.required_by),
  installed_version_id: catalog.installed(listing)?.id ?? null,
});

/** The kind of links that the query of a list asks for. */
export const asAsked = ({ links }: ListControls): LinkMode => links;

/** Makes a handler that answers with the requested page of a list. */
export const list =
  <M extends object>(chosen: Chosen, more: More<M>) =>
  (
    catalog: PersonCatalog,
    links: InstallLinks,
    { query, request }: { query: ListControls; request: FastifyRequest },
  ): JsonText<{ applications: (CatalogEntry & M)[]; paging: Static<typeof Paging> }> => {
    const { start, sort } = query;
    const count = Math.min(query.count, largestCatalogPage);
    const { offers, total } = pageOf(catalog, chosen, { sort, start, count });
    return jsonObject({
      applications: entriesJson(catalog, links, offers, more),
      paging: jsonOf(pagingOf(request.originalUrl, { start, count }, total)),
    });
  };

/** A page of a list, and how many offers the whole list has. */
function pageOf(
  catalog: PersonCatalog,
  chosen: Chosen,
  { sort, start, count }: Pick<ListControls, 'sort' | 'start' | 'count'>,
): { offers: readonly Offer[]; total: number } {
  const { shelf } = catalog;
  if (chosen === everything) return { offers: shelf.page(sort, start, count), total: shelf.total };
  const all = catalog.listed(sort).filter((offer) => chosen(offer, catalog));
  return { offers: all.slice(start, start + count), total: all.length };
}

export const entriesJson = <M extends object>(
  catalog: PersonCatalog,
  links: InstallLinks,
  offers: readonly Offer[],
  more: More<M>,
): JsonText<(CatalogEntry & M)[]> =>
  jsonList(offers.map((offer) => catalog.entry(offer, links, more(offer, catalog))));

/** Relative addresses of the previous and next page, with all other parameters unchanged. */
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
