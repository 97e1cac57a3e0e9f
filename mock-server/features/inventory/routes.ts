import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { CatalogEntry, InstalledEntry } from '../../../contract/catalog.ts';
import * as contract from '../../../contract/inventory.ts';
import type { Tx } from '../../platform/database/handles.ts';
import { type JsonText, jsonObject, jsonOf } from '../../platform/http/answers/json-text.ts';
import { timestamp } from '../../platform/http/answers/timestamps.ts';
import type { DeviceCaller } from '../../platform/http/contexts.ts';
import { baseUrl } from '../../platform/http/https.ts';
import { route } from '../../platform/http/route.ts';
import { once } from '../../platform/http/writes/idempotency.ts';
import type { Platform } from '../../platform/services.ts';
import {
  catalogAnswers,
  InstallLinks,
  keepDevicePart,
  linkTime,
  lists,
  openChangedCatalog,
  openReportedCatalog,
} from '../catalog/facade.ts';
import { complied } from '../compliance/facade.ts';
import { changeInventory, readItems, replaceInventory, type Taken } from './service.ts';

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
export function registerInventory(app: FastifyInstance, platform: Platform): void {
  catalogAnswers(platform).route(
    app,
    contract.listInstalled,
    lists.asAsked,
    lists.list(lists.installed, installedFields),
  );

  route(app, contract.postInstalled, async ({ caller, body, request, reply }) => {
    const items = readItems(body.applications);
    const { answer: unknown, taken } = await reportOnce(platform, { request, caller }, async (tx) => {
      const taken = await replaceInventory(platform, tx, caller, items);
      return { answer: taken.unknown, taken };
    });
    const base = baseUrl(request, platform.config);
    const links = new InstallLinks(platform.secrets, caller, base, linkTime('full'));
    // A person who has just complied may see more applications.
    const catalog =
      taken === undefined || caller.mustComply
        ? await openChangedCatalog(platform, caller)
        : await openReportedCatalog(platform, caller, taken);
    const installed = catalog.listed('name').filter((offer) => lists.installed(offer, catalog));
    const answer: JsonText<Static<typeof contract.postInstalled.response>> = jsonObject({
      applications: lists.entriesJson(catalog, links, installed, installedFields),
      unknown: jsonOf(unknown),
    });
    // Sent as bytes: the length of a text would be counted again by each layer that needs it.
    return reply.header('content-type', 'application/json; charset=utf-8').send(Buffer.from(answer));
  });

  route(app, contract.changeInstalled, async ({ caller, body, request }) => {
    const { answer } = await reportOnce(platform, { request, caller }, async (tx) => {
      const taken = await changeInventory(platform, tx, caller, body.changes);
      return { answer: { unknown: taken.unknown.flatMap(({ id }) => id ?? []) }, taken };
    });
    return answer;
  });
}

/** Takes a report once. `taken` is undefined where the report was taken before; `answer` is then the earlier answer. */
async function reportOnce<A>(
  platform: Platform,
  { request, caller }: { request: FastifyRequest; caller: DeviceCaller },
  take: (tx: Tx) => Promise<{ answer: A; taken: Taken }>,
): Promise<{ answer: A; taken: Taken | undefined }> {
  const all: Taken[] = [];
  const answer = await once(platform.database, request, caller, async (tx) => {
    const done = await take(tx);
    all.push(done.taken);
    return done.answer;
  });
  const [taken] = all;
  if (taken !== undefined) keepDevicePart(platform, caller, taken);
  if (caller.mustComply) await complied(platform, { orgId: caller.homeOrgId, userId: caller.user.id });
  return { answer, taken };
}
