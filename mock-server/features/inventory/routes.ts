import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { CatalogEntry, InstalledEntry } from '../../../contract/catalog.ts';
import * as contract from '../../../contract/inventory.ts';
import type { Tx } from '../../platform/database/handles.ts';
import type { DeviceCaller } from '../../platform/http/contexts.ts';
import { getBaseUrl } from '../../platform/http/https.ts';
import { formatTimestamp } from '../../platform/http/responses/timestamps.ts';
import { route } from '../../platform/http/route.ts';
import { runIdempotent } from '../../platform/http/writes/idempotency.ts';
import {
  getLinkExpiry,
  InstallLinks,
  lists,
  openCatalog,
  openChangedCatalog,
  type PersonCatalog,
} from '../catalog/facade.ts';
import { enableIfCompliant } from '../compliance/facade.ts';
import type { InventoryContext } from './inventory-context.ts';
import { changeInventory, listUnknown, readItems, replaceInventory, type TakenReport } from './service.ts';

/** Fields of an installed entry in addition to those of a catalog entry. */
const getInstalledFields: lists.AdditionalFields<Omit<InstalledEntry, keyof CatalogEntry>> = (
  { listing },
  catalog,
) => {
  const installed = catalog.findInstalled(listing);
  return {
    installed_version_id: installed?.id ?? null,
    installed_version_num: installed?.versionNum ?? null,
    reported: formatTimestamp(installed?.reported ?? ''),
  };
};

/** What a device has installed, by its own report; document 3, Catalog. */
export function registerInventory(app: FastifyInstance, platform: InventoryContext): void {
  platform.catalogAnswers.route(
    app,
    contract.listInstalled,
    lists.getRequestedLinkMode,
    lists.createListWith(lists.selectInstalled, getInstalledFields),
  );

  route(app, contract.postInstalled, async ({ caller, body, request, reply }) => {
    const items = readItems(body.applications);
    const { catalog, report } = await takeReportOnce(platform, { request, caller }, (tx) =>
      replaceInventory(platform, tx, caller, items),
    );
    const unknown = await listUnknown(platform, { caller, catalog }, items, report?.reported);
    const base = getBaseUrl(request, platform.config);
    const links = new InstallLinks(platform.secrets, caller, base, getLinkExpiry('full'));
    const installed = await lists.selectInstalled(await catalog.listSorted('name'), catalog);
    const answer: Static<typeof contract.postInstalled.response> = {
      applications: lists.buildEntries(catalog, links, await catalog.details(installed), getInstalledFields),
      unknown,
    };
    // Sent as bytes: the length of a text would be counted again by each layer that needs it.
    return reply
      .header('content-type', 'application/json; charset=utf-8')
      .send(Buffer.from(JSON.stringify(answer)));
  });

  route(app, contract.changeInstalled, async ({ caller, body: { changes }, request }) => {
    const { catalog, report } = await takeReportOnce(platform, { request, caller }, (tx) =>
      changeInventory(platform, tx, caller, changes),
    );
    const unknown = await listUnknown(platform, { caller, catalog }, changes, report?.reported);
    return { unknown: unknown.map(({ application }) => application) };
  });
}

/** Takes a report once, and opens the catalog after it. `report` is undefined where the report was taken before. */
async function takeReportOnce(
  platform: InventoryContext,
  { request, caller }: { request: FastifyRequest; caller: DeviceCaller },
  take: (tx: Tx) => Promise<TakenReport>,
): Promise<{ catalog: PersonCatalog; report: TakenReport | undefined }> {
  const all: TakenReport[] = [];
  await runIdempotent(platform.database, request, caller, async (tx) => {
    all.push(await take(tx));
    return null;
  });
  const [report] = all;
  if (caller.mustComply)
    await enableIfCompliant(platform, { orgId: caller.homeOrgId, userId: caller.user.id });
  // A person who has just complied may see more applications.
  const catalog =
    report === undefined || caller.mustComply
      ? await openChangedCatalog(platform, caller)
      : await openCatalog(platform, caller, report.part);
  return { catalog, report };
}
