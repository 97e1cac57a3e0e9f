import type { FastifyInstance } from 'fastify';
import * as contract from '../../../../contract/sync.ts';
import { getBaseUrl } from '../../../platform/http/https.ts';
import { route } from '../../../platform/http/route.ts';
import type { CatalogContext } from '../catalog-context.ts';
import { syncCatalog } from './service.ts';

/** The catalog for clients that keep it. */
export function registerSync(app: FastifyInstance, platform: CatalogContext): void {
  route(app, contract.syncCatalog, async ({ caller, query, request, reply }) => {
    const base = getBaseUrl(request, platform.config);
    const answer = await syncCatalog(platform, { caller, base, cursor: query.cursor, count: query.count });
    reply.header('cache-control', 'no-store');
    // Nobody can open this answer as a page, frame it or embed it, because the token is a header, which a page can't
    // send. Without these two headers, the answer about one changed application is a tenth shorter.
    for (const name of ['content-security-policy', 'cross-origin-resource-policy']) reply.removeHeader(name);
    if (answer === null) return reply.code(204).send();
    return reply.header('content-type', 'application/json').send(JSON.stringify(answer));
  });
}
