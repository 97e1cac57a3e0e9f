import type { FastifyInstance } from 'fastify';
import * as contract from '../../../../contract/sync.ts';
import { baseUrl } from '../../../platform/http/https.ts';
import { route } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/services.ts';
import { syncJson } from './service.ts';

/** The catalog for clients that keep it. */
export function registerSync(app: FastifyInstance, platform: Platform): void {
  route(app, contract.syncCatalog, async ({ caller, query, request, reply }) => {
    const base = baseUrl(request, platform.config);
    const json = await syncJson(platform, { caller, base, cursor: query.cursor, count: query.count });
    reply.header('cache-control', 'no-store');
    if (json === null) return reply.code(204).send();
    return reply.header('content-type', 'application/json; charset=utf-8').send(json);
  });
}
