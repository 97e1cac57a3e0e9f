import { setImmediate } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { CatalogEntry, MandatoryEntry } from '../../../contract/catalog.ts';
import { type CatalogListQuery, maxCatalogPageSize, type Paging } from '../../../contract/common/lists.ts';
import { splitIntoChunks } from '../../platform/chunks.ts';
import { foldText } from '../../platform/database/fold.ts';
import type { Db } from '../../platform/database/handles.ts';
import { endDate } from '../../platform/http/responses/timestamps.ts';
import type { InstallLinks, LinkMode } from './install-links.ts';
import type { Offer } from './listing.ts';
import type { OfferSummary } from './offers/summary.ts';
import type { PersonCatalog } from './person-catalog.ts';
import * as store from './store.ts';

/** Those of the offers on this device, in the order of a list, that the list shows. */
export type ListFilter = (
  offers: readonly OfferSummary[],
  catalog: PersonCatalog,
) => readonly OfferSummary[] | Promise<readonly OfferSummary[]>;

export const selectAll: ListFilter = (offers) => offers;
export const selectFeatured: ListFilter = (offers, { rules }) =>
  offers.filter(({ hasBanner }) => rules.bannersEnabled && hasBanner);
export const selectMandatory: ListFilter = (offers) => offers.filter((offer) => offer.mandatory);
export const selectDownloaded: ListFilter = (offers, catalog) =>
  offers.filter(({ application }) => catalog.isDownloaded(application));
export const selectInstalled: ListFilter = (offers, catalog) => {
  const applications = catalog.installedApplications;
  return offers.filter(({ application }) => applications.has(application));
};
export const selectUpdates: ListFilter = async (offers, catalog) => {
  const reported = await selectInstalled(offers, catalog);
  const natives = await catalog.details(reported.filter(({ hasPackage }) => hasPackage));
  const newer = natives.filter(({ listing }) => catalog.hasUpdate(listing));
  const applications = new Set(newer.map(({ listing }) => listing.application.id));
  return reported.filter(({ application }) => applications.has(application));
};

/** Offers whose texts one statement reads, so that no other request waits long. */
const searchChunk = 200;

/** Case-insensitive substring of name, descriptions, author or category; open choices, Catalog. */
export function createSearchFilter(text: string): ListFilter {
  const wanted = foldText(text);
  return async (offers, { rules: { orgId }, read }) => {
    const found: OfferSummary[] = [];
    for (const [at, part] of splitIntoChunks(offers, searchChunk).entries()) {
      if (at > 0) await setImmediate();
      const texts = await read((db) => loadSearchTexts(db, orgId, part));
      found.push(...part.filter(({ application }) => texts.get(application)?.includes(wanted)));
    }
    return found;
  };
}

/** The texts that a search looks at, by application, folded. */
async function loadSearchTexts(
  db: Db,
  orgId: string,
  offers: readonly OfferSummary[],
): Promise<Map<string, string>> {
  const [rows, categories] = await Promise.all([
    store.searchTexts(db, orgId, JSON.stringify(offers.map(({ version }) => version))),
    store.findCategories(db, orgId, JSON.stringify(offers.map(({ application }) => application))),
  ]);
  const categoriesOf = Map.groupBy(categories, ({ application }) => application);
  return new Map(
    rows.map(({ application, app_name, short_description, long_description, author }) => {
      const names = (categoriesOf.get(application) ?? []).map(({ name }) => name);
      return [
        application,
        foldText([app_name, short_description, long_description, author, ...names].join('\n')),
      ];
    }),
  );
}

export const createCategoryFilter =
  (categoryId: string): ListFilter =>
  async (offers, { rules: { orgId }, read }) => {
    const rows = await read((db) => store.listApplicationsInCategory(db, orgId, categoryId));
    const applications = new Set(rows.map(({ application }) => application));
    return offers.filter(({ application }) => applications.has(application));
  };

type ListControls = Static<typeof CatalogListQuery>;

/** Fields that one list has in addition to those of an entry. */
export type AdditionalFields<M extends object> = (offer: Offer, catalog: PersonCatalog) => M;

export const getMandatoryFields: AdditionalFields<Omit<MandatoryEntry, keyof CatalogEntry>> = (
  { listing },
  catalog,
) => ({
  required_by: endDate(listing.version.required_by),
  installed_version_id: catalog.findInstalled(listing)?.id ?? null,
});

/** The kind of links that the query of a list asks for. */
export const getRequestedLinkMode = ({ links }: ListControls): LinkMode => links;

/** Makes a handler that answers with the requested page of a list. */
export const createList = (filter: ListFilter) => createListWith(filter, () => ({}));

/** The same for a list whose entries have additional fields. */
export const createListWith =
  <M extends object>(filter: ListFilter, additional: AdditionalFields<M>) =>
  async (
    catalog: PersonCatalog,
    links: InstallLinks,
    { query, request }: { query: ListControls; request: FastifyRequest },
  ): Promise<{ applications: (CatalogEntry & M)[]; paging: Static<typeof Paging> }> => {
    const { start, sort } = query;
    const count = Math.min(query.count, maxCatalogPageSize);
    const all = await filter(await catalog.listSorted(sort), catalog);
    const offers = await catalog.details(all.slice(start, start + count));
    return {
      applications: buildEntries(catalog, links, offers, additional),
      paging: buildPaging(request.originalUrl, { start, count }, all.length),
    };
  };

/** Entries, with the additional fields of the list that shows them. */
export const buildEntries = <M extends object>(
  catalog: PersonCatalog,
  links: InstallLinks,
  offers: readonly Offer[],
  more: AdditionalFields<M>,
): (CatalogEntry & M)[] => offers.map((offer) => catalog.buildEntry(offer, links, more(offer, catalog)));

/** Relative addresses of the previous and next page, with all other parameters unchanged. */
export function buildPaging(
  address: string,
  { start, count }: Pick<ListControls, 'start' | 'count'>,
  total: number,
): Static<typeof Paging> {
  const buildPageAddress = (from: number): string => {
    const [path = '', query = ''] = address.split('?', 2);
    const parameters = new URLSearchParams(query);
    parameters.set('start', String(from));
    parameters.set('count', String(count));
    return `${path}?${parameters.toString()}`;
  };
  return {
    total,
    next: count > 0 && start + count < total ? buildPageAddress(start + count) : null,
    previous: count > 0 && start > 0 ? buildPageAddress(Math.max(0, Math.min(start, total) - count)) : null,
  };
}
