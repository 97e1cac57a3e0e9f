import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/catalog.ts';
import type { CatalogContext } from './catalog-context.ts';
import * as lists from './lists.ts';
import { presentVersion } from './presenter.ts';
import * as service from './service.ts';

const { asAsked, everything, list, nothingMore } = lists;

/** What a person finds on a device; document 3, Catalog. */
export function registerCatalog(app: FastifyInstance, platform: CatalogContext): void {
  const { catalogAnswers: answers } = platform;

  answers.route(app, contract.listCatalog, asAsked, list(everything, nothingMore));
  answers.route(app, contract.listFeatured, asAsked, list(lists.featured, nothingMore));
  answers.route(app, contract.listPopular, asAsked, list(everything, nothingMore));
  answers.route(app, contract.listUpdates, asAsked, list(lists.updates, nothingMore));
  answers.route(app, contract.listDownloaded, asAsked, list(lists.downloaded, nothingMore));
  answers.route(app, contract.listMandatory, asAsked, list(lists.mandatory, lists.mandatoryFields));
  answers.route(app, contract.searchCatalog, asAsked, (catalog, links, call) =>
    list(lists.matching(call.query.q), nothingMore)(catalog, links, call),
  );
  answers.route(app, contract.listCategoryApplications, asAsked, async (catalog, links, call) => {
    const { id } = await service.categoryOf(catalog, call.params.category);
    return list(lists.inCategory(id), nothingMore)(catalog, links, call);
  });

  answers.route(app, contract.listCatalogCategories, 'none', async (catalog, { base }) => ({
    categories: await service.countedCategories(catalog, base),
  }));

  answers.route(app, contract.readCatalogApplication, 'full', async (catalog, links, call) => {
    const offer = await service.available(platform, call.caller, catalog, call.params.application);
    const details = await service.details(platform, call.caller, catalog, offer, links.base);
    return { application: catalog.entry(offer, links, details) };
  });

  answers.route(app, contract.readCatalogVersion, 'full', async (catalog, links, call) => {
    const listing = await service.availableVersion(platform, call.caller, catalog, call.params.version);
    const catalog_info = catalog.info(listing, links.ofVersion(listing));
    const version = presentVersion(links.base, listing.version, listing.url);
    return { version: { ...version, catalog_info } };
  });
}
