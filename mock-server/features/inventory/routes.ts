import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { CatalogEntry, InstalledEntry } from '../../../contract/catalog.ts';
import * as contract from '../../../contract/inventory.ts';
import type { Tx } from '../../platform/database/handles.ts';
import { timestamp } from '../../platform/http/answers/timestamps.ts';
import type { DeviceCaller } from '../../platform/http/contexts.ts';
import { baseUrl } from '../../platform/http/https.ts';
import { route } from '../../platform/http/route.ts';
import { once } from '../../platform/http/writes/idempotency.ts';
import {
  InstallLinks,
  linkTime,
  lists,
  openCatalog,
  openChangedCatalog,
  type PersonCatalog,
} from '../catalog/facade.ts';
import { complied } from '../compliance/facade.ts';
import type { InventoryContext } from './inventory-context.ts';
import { changeInventory, readItems, replaceInventory, type Taken, unknownOf } from './service.ts';

/** Fields of an installed entry in addition to those of a catalog entry. */
const installedFields: lists.More<Omit<InstalledEntry, keyof CatalogEntry>> = ({ listing }, catalog) => {
  const installed = catalog.installed(listing);
  return {
    installed_version_id: installed?.id ?? null,
    installed_version_num: installed?.versionNum ?? null,
    reported: timestamp(installed?.reported ?? ''),
  };
};

/** What a device has installed, by its own report; document 3, Catalog. */
export function registerInventory(app: FastifyInstance, platform: InventoryContext): void {
  platform.catalogAnswers.route(
    app,
    contract.listInstalled,
    lists.asAsked,
    lists.list(lists.installed, installedFields),
  );

  route(app, contract.postInstalled, async ({ caller, body, request, reply }) => {
    const items = readItems(body.applications);
    const { catalog, taken } = await reportOnce(platform, { request, caller }, (tx) =>
      replaceInventory(platform, tx, caller, items),
    );
    const unknown = await unknownOf(platform, { caller, catalog }, items, taken?.reported);
    const base = baseUrl(request, platform.config);
    const links = new InstallLinks(platform.secrets, caller, base, linkTime('full'));
    const installed = await lists.installed(await catalog.sorted('name'), catalog);
    const answer: Static<typeof contract.postInstalled.response> = {
      applications: lists.entries(catalog, links, await catalog.details(installed), installedFields),
      unknown,
    };
    // Sent as bytes: the length of a text would be counted again by each layer that needs it.
    return reply
      .header('content-type', 'application/json; charset=utf-8')
      .send(Buffer.from(JSON.stringify(answer)));
  });

  route(app, contract.changeInstalled, async ({ caller, body: { changes }, request }) => {
    const { catalog, taken } = await reportOnce(platform, { request, caller }, (tx) =>
      changeInventory(platform, tx, caller, changes),
    );
    const unknown = await unknownOf(platform, { caller, catalog }, changes, taken?.reported);
    return { unknown: unknown.map(({ application }) => application) };
  });
}

/** Takes a report once, and opens the catalog after it. `taken` is undefined where the report was taken before. */
async function reportOnce(
  platform: InventoryContext,
  { request, caller }: { request: FastifyRequest; caller: DeviceCaller },
  take: (tx: Tx) => Promise<Taken>,
): Promise<{ catalog: PersonCatalog; taken: Taken | undefined }> {
  const all: Taken[] = [];
  await once(platform.database, request, caller, async (tx) => {
    all.push(await take(tx));
    return null;
  });
  const [taken] = all;
  if (caller.mustComply) await complied(platform, { orgId: caller.homeOrgId, userId: caller.user.id });
  // A person who has just complied may see more applications.
  const catalog =
    taken === undefined || caller.mustComply
      ? await openChangedCatalog(platform, caller)
      : await openCatalog(platform, caller, taken.part);
  return { catalog, taken };
}
