import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import type { CatalogEntry, InstalledEntry } from '../../../contract/catalog.ts';
import * as contract from '../../../contract/inventory.ts';
import { type JsonText, jsonObject, jsonOf } from '../../platform/http/answers/json-text.ts';
import { timestamp } from '../../platform/http/answers/timestamps.ts';
import { baseUrl } from '../../platform/http/https.ts';
import { route } from '../../platform/http/route.ts';
import { once } from '../../platform/http/writes/idempotency.ts';
import type { Platform } from '../../platform/services.ts';
import { catalogAnswers, InstallLinks, linkTime, lists, openChangedCatalog } from '../catalog/facade.ts';
import { complied } from '../compliance/facade.ts';
import { changeInventory, readItems, replaceInventory } from './service.ts';

/** Fields of an installed entry beyond the catalog's. */
const installedFields: lists.More<Omit<InstalledEntry, keyof CatalogEntry>> = ({ listing }, catalog) => {
  const installed = catalog.installed(listing);
  return {
    installed_version_id: installed?.id ?? null,
    installed_version_num: installed?.versionNum ?? null,
    reported: timestamp(installed?.reported ?? ''),
  };
};

/** What a device has installed, by its own report; document 3, Catalog. */
export function registerInventory(app: FastifyInstance, platform: Platform): void {
  catalogAnswers(platform).route(
    app,
    contract.listInstalled,
    lists.asAsked,
    lists.list(lists.installed, installedFields),
  );

  route(app, contract.postInstalled, async ({ caller, body, request, reply }) => {
    const items = readItems(body.applications);
    const unknown = await once(platform.database, request, caller, (tx) =>
      replaceInventory(tx, caller, items),
    );
    if (caller.mustComply) await complied(platform, { orgId: caller.homeOrgId, userId: caller.user.id });
    const base = baseUrl(request, platform.config);
    const links = new InstallLinks(platform.secrets, caller, base, linkTime('full'));
    const catalog = await openChangedCatalog(platform, caller);
    const installed = catalog.listed('name').filter((offer) => lists.installed(offer, catalog));
    const answer: JsonText<Static<typeof contract.postInstalled.response>> = jsonObject({
      applications: lists.entriesJson(catalog, links, installed, installedFields),
      unknown: jsonOf(unknown),
    });
    return reply.header('content-type', 'application/json; charset=utf-8').send(answer);
  });

  route(app, contract.changeInstalled, async ({ caller, body, request }) => {
    const answer = await once(platform.database, request, caller, async (tx) => ({
      unknown: await changeInventory(tx, caller, body.changes),
    }));
    if (caller.mustComply) await complied(platform, { orgId: caller.homeOrgId, userId: caller.user.id });
    return answer;
  });
}
