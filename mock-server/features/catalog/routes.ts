import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/catalog.ts';
import { type Call, route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/services.ts';
import { catalogAnswers } from './answers.ts';
import * as lists from './lists.ts';
import { presentVersion } from './presenter.ts';
import * as service from './service.ts';

type ListCall = Pick<Call<typeof contract.listCatalog>, 'caller' | 'query' | 'request' | 'reply'>;

/** What a person finds on a device; document 3, Catalog. */
export function registerCatalog(app: FastifyInstance, platform: Platform): void {
  const answers = catalogAnswers(platform);
  const answerList = (call: ListCall, chosen: lists.Chosen, more?: lists.More) =>
    answers.send(call, call.query.links, (catalog, links) =>
      lists.listJson(catalog, links, {
        chosen,
        controls: call.query,
        address: call.request.originalUrl,
        ...(more && { more }),
      }),
    );

  route(app, contract.listCatalog, (call) => answerList(call, lists.everything));
  route(app, contract.listFeatured, (call) => answerList(call, lists.featured));
  route(app, contract.listPopular, (call) => answerList(call, lists.everything));
  route(app, contract.listUpdates, (call) => answerList(call, lists.updates));
  route(app, contract.listDownloaded, (call) => answerList(call, lists.downloaded));
  route(app, contract.listMandatory, (call) => answerList(call, lists.mandatory, lists.mandatoryFields));
  route(app, contract.searchCatalog, (call) => answerList(call, lists.matching(call.query.q)));

  route(app, contract.listCategoryApplications, (call) =>
    answers.send(call, call.query.links, (catalog, links) => {
      const category = service.categoryOf(catalog, call.params.category);
      return lists.listJson(catalog, links, {
        chosen: lists.inCategory(category.id),
        controls: call.query,
        address: call.request.originalUrl,
      });
    }),
  );

  route(app, contract.listCatalogCategories, (call) =>
    answers.send(call, 'none', (catalog) =>
      JSON.stringify({ categories: service.countedCategories(catalog) }),
    ),
  );

  route(app, contract.readCatalogApplication, (call) =>
    answers.send(call, 'full', async (catalog, links) => {
      const offer = await service.available(platform, call.caller, catalog, call.params.application);
      const details = await service.details(platform, call.caller, catalog, offer);
      return `{"application":${catalog.entry(offer, links, details)}}`;
    }),
  );

  route(app, contract.readCatalogVersion, (call) =>
    answers.send(call, 'full', async (catalog, links) => {
      const listing = await service.availableVersion(platform, call.caller, catalog, call.params.version);
      const catalog_info = catalog.info(listing, links.ofVersion(listing));
      return JSON.stringify({ version: { ...presentVersion(listing.version, listing.url), catalog_info } });
    }),
  );
}
