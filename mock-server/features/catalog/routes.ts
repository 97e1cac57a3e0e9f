import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/catalog.ts';
import type { CatalogContext } from './catalog-context.ts';
import {
  createCategoryFilter,
  createList,
  createListWith,
  createSearchFilter,
  getMandatoryFields,
  getRequestedLinkMode,
  selectAll,
  selectDownloaded,
  selectFeatured,
  selectMandatory,
  selectUpdates,
} from './lists.ts';
import { presentVersion } from './presenter.ts';
import * as service from './service.ts';

/** What a person finds on a device; document 3, Catalog. */
export function registerCatalog(app: FastifyInstance, platform: CatalogContext): void {
  const answers = platform.catalogAnswers;

  answers.route(app, contract.listCatalog, getRequestedLinkMode, createList(selectAll));
  answers.route(app, contract.listFeatured, getRequestedLinkMode, createList(selectFeatured));
  answers.route(app, contract.listPopular, getRequestedLinkMode, createList(selectAll));
  answers.route(app, contract.listUpdates, getRequestedLinkMode, createList(selectUpdates));
  answers.route(app, contract.listDownloaded, getRequestedLinkMode, createList(selectDownloaded));
  answers.route(
    app,
    contract.listMandatory,
    getRequestedLinkMode,
    createListWith(selectMandatory, getMandatoryFields),
  );
  answers.route(app, contract.searchCatalog, getRequestedLinkMode, (catalog, links, call) =>
    createList(createSearchFilter(call.query.q))(catalog, links, call),
  );
  answers.route(
    app,
    contract.listCategoryApplications,
    getRequestedLinkMode,
    async (catalog, links, call) => {
      const { id } = await service.findCategory(catalog, call.params.category);
      return createList(createCategoryFilter(id))(catalog, links, call);
    },
  );

  answers.route(app, contract.listCatalogCategories, 'none', async (catalog, { base }) => ({
    categories: await service.listCountedCategories(catalog, base),
  }));

  answers.route(app, contract.readCatalogApplication, 'full', async (catalog, links, call) => {
    const offer = await service.findAvailableApplication(
      platform,
      call.caller,
      catalog,
      call.params.application,
    );
    const details = await service.loadDetails(platform, call.caller, catalog, offer, links.base);
    return { application: catalog.buildEntry(offer, links, details) };
  });

  answers.route(app, contract.readCatalogVersion, 'full', async (catalog, links, call) => {
    const listing = await service.findAvailableVersion(platform, call.caller, catalog, call.params.version);
    const catalog_info = catalog.buildInfo(listing, links.forVersion(listing));
    const version = presentVersion(links.base, listing.version, listing.url);
    return { version: { ...version, catalog_info } };
  });
}
