import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { CatalogEntry } from '../../../contract/catalog.ts';
import { operatingSystems } from '../../../contract/common/codes.ts';
import * as contract from '../../../contract/downloads.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { DeviceCaller } from '../../platform/http/contexts.ts';
import { getBaseUrl } from '../../platform/http/https.ts';
import { type Call, route } from '../../platform/http/route.ts';
import { runIdempotent } from '../../platform/http/writes/idempotency.ts';
import type { Platform } from '../../platform/services.ts';
import type { OffersContext } from '../catalog/facade.ts';
import {
  findAvailableApplication,
  findAvailableVersion,
  getLinkExpiry,
  InstallLinks,
  type Listing,
  lists,
  openCatalog,
  type PersonCatalog,
  presentInstallFile,
} from '../catalog/facade.ts';
import { assertApplicationTerms, listApplicationsNotAccepted } from '../terms/facade.ts';
import { registerDirectInstall } from './direct.ts';
import { buildManifest, createPersonalLinks, fileLinkLifetimeMs } from './file-links.ts';
import { registerFiles } from './files.ts';
import { needsManifest, toPackage } from './package.ts';
import { sendRedirect } from './redirect.ts';
import * as service from './service.ts';

interface HttpExchange {
  caller: DeviceCaller;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Delivery to devices; document 3, Downloads and installs. */
export function registerDownloads(app: FastifyInstance, platform: OffersContext): void {
  const catalogFor = async ({
    caller,
    query,
  }: Pick<Call<typeof contract.installAll>, 'caller' | 'query'>): Promise<PersonCatalog> => {
    if (query.download_token !== undefined) {
      const values = query.token === undefined ? null : await app.gatekeeper.authenticateToken(query.token);
      service.refuseOtherPerson(caller, { caller: values, udid: query.udid });
    }
    return openCatalog(platform, caller);
  };

  route(app, contract.installApplication, async (call) => {
    const catalog = await catalogFor(call);
    const { listing } = await findAvailableApplication(
      platform,
      call.caller,
      catalog,
      call.params.application,
    );
    return deliver(platform, call, listing);
  });
  route(app, contract.installVersion, async (call) => {
    const catalog = await catalogFor(call);
    const listing = await findAvailableVersion(platform, call.caller, catalog, call.params.version);
    return deliver(platform, call, listing);
  });
  route(app, contract.installAll, async (call) => deliverAll(platform, call, await catalogFor(call), 'all'));
  route(app, contract.installMandatory, async (call) =>
    deliverAll(platform, call, await catalogFor(call), 'mandatory'),
  );
  route(app, contract.installUpdates, async (call) =>
    deliverAll(platform, call, await catalogFor(call), 'updates'),
  );
  route(app, contract.reportOpenings, async ({ caller, body, request }) => {
    const catalog = await openCatalog(platform, caller);
    const opened = await service.findOpened(platform, caller, catalog, body.openings);
    return runIdempotent(platform.database, request, caller, async (tx) => ({
      unknown: await service.countOpenings(tx, caller, opened),
    }));
  });
  registerDirectInstall(app, platform);
  registerFiles(app, platform);
}

const sendManifest = (reply: FastifyReply, xml: string): FastifyReply =>
  reply
    .header('content-type', 'application/xml; charset=utf-8')
    .header('cache-control', 'private, no-store')
    .send(xml);

/**
 * Delivers one application: for iOS a manifest, for others a redirect to the file, or to the address when there is no
 * file.
 */
async function deliver(
  platform: Platform,
  { caller, request, reply }: HttpExchange,
  listing: Listing,
): Promise<FastifyReply> {
  service.refuseOtherSystem(listing, caller);
  service.refuseOutsideDates(listing.application);
  const subject = { orgId: caller.homeOrgId, application: listing.application.id };
  await assertApplicationTerms(platform.database.db, subject, caller);
  const file = toPackage(listing);
  if (file === null) {
    if (listing.url !== null) {
      await platform.database.unaudited((tx) => service.countOpening(tx, caller, listing));
      return sendRedirect(reply, listing.url);
    }
    throw new ServiceError('not_allowed_for_type', 'This application has no file to install.');
  }
  const links = createPersonalLinks(platform, request, caller);
  if (!needsManifest(file.type)) return sendRedirect(reply, links(file.fileId, fileLinkLifetimeMs));
  return sendManifest(reply, buildManifest([file], links, getBaseUrl(request, platform.config)));
}

type DeliveredEntries = Static<typeof contract.installAll.response>;
type DeliveredEntry = DeliveredEntries['applications'][number];

/**
 * The fields at the top level of a delivered entry that entries of the catalog do not have; document 3, Response for
 * Android.
 */
const buildDeliveryFields =
  (links: InstallLinks): lists.AdditionalFields<Omit<DeliveredEntry, keyof CatalogEntry>> =>
  ({ listing }) => ({
    install_uri: links.forApplication(listing),
    install_file: presentInstallFile(links.base, listing.version, listing.url),
  });

/**
 * Delivers several applications: for iOS one manifest, for others a list of entries. Applications whose terms the
 * person has not accepted are left out. Errors: `invalid_request` (code 20) when none is left,
 * `application_terms_not_accepted` where terms are the only reason for that.
 */
async function deliverAll(
  platform: Platform,
  { caller, request, reply }: HttpExchange,
  catalog: PersonCatalog,
  selection: service.Selection,
): Promise<FastifyReply> {
  const chosen = await service.listSelected(catalog, selection);
  const refused = await listApplicationsNotAccepted(platform.database.db, caller);
  const offers = chosen.filter(({ listing }) => !refused.has(listing.application.id));
  const [first] = chosen;
  const refusal = offers.length === 0 && first && refused.get(first.listing.application.id);
  if (refusal) throw refusal;
  const base = getBaseUrl(request, platform.config);
  if (caller.device.operatingSystem === operatingSystems.ios) {
    const packages = offers.flatMap(({ listing }) => toPackage(listing) ?? []);
    const installable = packages.filter(({ type }) => needsManifest(type));
    return sendManifest(
      reply,
      buildManifest(installable, createPersonalLinks(platform, request, caller), base),
    );
  }
  if (offers.length === 0) throw new ServiceError('invalid_request', 'There is nothing to install.');
  const links = new InstallLinks(platform.secrets, caller, base, getLinkExpiry('full'));
  const answer: DeliveredEntries = {
    applications: lists.buildEntries(catalog, links, offers, buildDeliveryFields(links)),
  };
  return reply
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'private, no-store')
    .send(JSON.stringify(answer));
}
