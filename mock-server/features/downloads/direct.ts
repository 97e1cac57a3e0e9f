import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { getDirectPath } from '../../../contract/common/catalog-pages.ts';
import * as contract from '../../../contract/downloads.ts';
import { getBaseUrl } from '../../platform/http/https.ts';
import { getPathOrganization } from '../../platform/http/organization-path.ts';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/services.ts';
import { buildManifestUri } from '../catalog/facade.ts';
import { openDirectLink, signDirectLink } from '../identity/facade.ts';
import { assertApplicationTerms } from '../terms/facade.ts';
import { isDirectInstallAllowed, noDirectInstallError } from './direct-policy.ts';
import { buildManifest, createDirectLinks, fileLinkLifetimeMs } from './file-links.ts';
import { needsManifest, type Package } from './package.ts';
import { sendRedirect } from './redirect.ts';
import { refuseOutsideDates } from './service.ts';
import * as store from './store.ts';

type System = 'ios' | 'android';

interface HttpExchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Installs without signing in, for applications that allow it; document 3, Downloads and installs, other paths. */
export function registerDirectInstall(app: FastifyInstance, platform: Platform): void {
  const find = async (request: FastifyRequest, subject: Parameters<typeof store.findDirect>[2]) => {
    const found = await store.findDirect(platform.database.db, getPathOrganization(request.raw), subject);
    if (found === undefined || !isDirectInstallAllowed(found, found)) throw noDirectInstallError();
    refuseOutsideDates(found);
    await assertApplicationTerms(
      platform.database.db,
      { orgId: found.org_id, application: found.application },
      null,
    );
    return found;
  };

  route(app, contract.directApplication, async ({ params, query, request, reply }) => {
    const found = await find(request, { application: params.application });
    return start(platform, { request, reply }, found, query.system);
  });
  route(app, contract.directVersion, async ({ params, query, request, reply }) => {
    const found = await find(request, { version: params.version });
    if (query.download_token === undefined) {
      return start(platform, { request, reply }, found, query.system);
    }
    openDirectLink(platform.secrets, query.download_token, getPath(request));
    return sendManifest(platform, { request, reply }, found);
  });
  route(app, contract.directOriginal, async ({ params, request, reply }) => {
    const found = await find(request, { version: params.version });
    const original = await store.findOriginalFile(platform.database.db, found.org_id, found.version);
    const links = createDirectLinks(platform, request, found.org_id);
    return sendRedirect(reply, links(original?.id ?? found.file, fileLinkLifetimeMs));
  });
}

const getPath = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? '';

/** What the requesting browser gets: the install, or on a desk browser the page about the application. */
function start(
  platform: Platform,
  { request, reply }: HttpExchange,
  found: store.DirectRow,
  reported: System | undefined,
): FastifyReply {
  const system = reported ?? detectSystem(request.headers['user-agent'] ?? '');
  const ios = needsManifest(found.type);
  if (ios && system === 'ios') return sendRedirect(reply, buildDirectManifestUri(platform, request, found));
  if (!ios && system === 'android') {
    const links = createDirectLinks(platform, request, found.org_id);
    return sendRedirect(reply, links(found.file, fileLinkLifetimeMs));
  }
  return sendRedirect(reply, getDirectPath(found.application));
}

function detectSystem(agent: string): System | undefined {
  if (/iPhone|iPad|iPod/.test(agent)) return 'ios';
  return /Android/.test(agent) ? 'android' : undefined;
}

function buildDirectManifestUri(platform: Platform, request: FastifyRequest, found: store.DirectRow): string {
  const path = `/v1/downloads/direct/versions/${found.version}`;
  const link = { orgId: found.org_id, id: '', expires: Date.now() + fileLinkLifetimeMs };
  const token = signDirectLink(platform.secrets, path, link);
  return buildManifestUri(`${getBaseUrl(request, platform.config)}${path}?download_token=${token}`);
}

function sendManifest(
  platform: Platform,
  { request, reply }: HttpExchange,
  found: store.DirectRow,
): FastifyReply {
  const links = createDirectLinks(platform, request, found.org_id);
  return reply
    .header('content-type', 'application/xml; charset=utf-8')
    .header('cache-control', 'private, no-store')
    .send(buildManifest([toPackage(found)], links, getBaseUrl(request, platform.config)));
}

const toPackage = (row: store.DirectRow): Package => ({
  type: row.type,
  fileId: row.file,
  size: row.size,
  bundleId: row.bundle_id,
  bundleVersion: row.binary_version ?? row.version_num,
  title: row.app_name,
  subtitle: row.author,
  icon: row.icon,
});
