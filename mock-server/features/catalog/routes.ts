import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/catalog.ts';
import type { CatalogContext } from './catalog-context.ts';
import * as lists from './lists.ts';
import { presentVersion } from './presenter.ts';
import * as service from './service.ts';

const { getRequestedLinkMode: asAsked, selectAll: everything, list, noAdditionalFields: nothingMore } = lists;

/** What a person finds on a device; document 3, Catalog. */
export function registerCatalog(app: FastifyInstance, platform: CatalogContext): void {
  const { catalogAnswers: answers } = platform;

  answers.route(app, contract.listCatalog, asAsked, list(everything, nothingMore));
  answers.route(app, contract.listFeatured, asAsked, list(lists.selectFeatured, nothingMore));
  answers.route(app, contract.listPopular, asAsked, list(everything, nothingMore));
  answers.route(app, contract.listUpdates, asAsked, list(lists.selectUpdates, nothingMore));
  answers.route(app, contract.listDownloaded, asAsked, list(lists.selectDownloaded, nothingMore));
  answers.route(app, contract.listMandatory, asAsked, list(lists.selectMandatory, lists.getMandatoryFields));
  answers.route(app, contract.searchCatalog, asAsked, (catalog, links, call) =>
    list(lists.createSearchFilter(call.query.q), nothingMore)(catalog, links, call),
  );
  answers.route(app, contract.listCategoryApplications, asAsked, async (catalog, links, call) => {
    const { id } = await service.findCategory(catalog, call.params.category);
    return list(lists.createCategoryFilter(id), nothingMore)(catalog, links, call);
  });

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
