import { callbackify } from 'node:util';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { serviceMark } from '../../../contract/common/service-mark.ts';
import { getBaseUrl } from '../../platform/http/https.ts';
import { varyBy } from '../../platform/http/responses/vary.ts';
import type { Platform } from '../../platform/services.ts';
import { parseSettings, readSettings } from './settings.ts';
import { listOrganizationsWithWhitelist } from './store.ts';
import { isTooBroad } from './wide-domains.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Serves images, which pages of allowed origins may read as they read answers of operations. */
    isImage?: boolean;
  }
}

/** Headers of resumable uploads; tus protocol 1.0.0. */
const uploadRequestHeaders = 'Tus-Resumable, Upload-Length, Upload-Offset, Upload-Metadata, Upload-Checksum';
const uploadResponseHeaders =
  'Location, Tus-Resumable, Upload-Length, Upload-Offset, Upload-Metadata, Upload-Expires';

/** `[scheme://][*.]host[:port]`; without a scheme https is meant. */
const originForm = /^(?:(https?):\/\/)?(\*\.)?([^:]+)(?::(\d+))?$/;

/** Whether a whitelist contains an origin (RFC 6454); `*.example.org` means every host below example.org. */
export function isListed(origin: string, whitelist: readonly string[]): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname, port } = new URL(origin);
  return whitelist.some((entry) => {
    const [, scheme = 'https', wildcard, host = '', wantedPort = ''] =
      originForm.exec(entry.toLowerCase()) ?? [];
    // Lists from before such entries were refused may have some.
    if (isTooBroad(entry) || protocol !== `${scheme}:` || port !== withoutDefault(scheme, wantedPort))
      return false;
    return wildcard === undefined ? hostname === host : hostname.endsWith(`.${host}`);
  });
}

const withoutDefault = (scheme: string, port: string) =>
  port === (scheme === 'https' ? '443' : '80') ? '' : port;

/**
 * Lets pages of the domains in `cors_domain_whitelist` call the interface from a browser; document 1, Organization. For
 * a caller with a token, the list of their own organization applies. Without one, as for preflight requests (Fetch
 * standard, CORS-preflight) and images, the lists of all organizations apply. Register it before the operations.
 */
export function registerCors(app: FastifyInstance, platform: Platform): void {
  const { db } = platform.database;

  async function isAllowed(origin: string, orgId: string | undefined): Promise<boolean> {
    if (orgId !== undefined) return isListed(origin, (await readSettings(db, orgId)).cors_domain_whitelist);
    const rows = await listOrganizationsWithWhitelist(db);
    return rows.some((row) => isListed(origin, parseSettings(row).cors_domain_whitelist));
  }

  app.options('/*', async (_request, reply) => {
    reply.callNotFound();
    return reply;
  });

  app.addHook('onRequest', (request, reply, done) => {
    const { method, headers } = request;
    const { origin, 'access-control-request-method': requested } = headers;
    if (method !== 'OPTIONS' || origin === undefined || requested === undefined) return done();
    callbackify(isAllowed)(origin, undefined, (error, allowed) => {
      if (error !== null) return done(error);
      if (allowed) allowPreflight(reply, origin);
      reply.code(204).send();
    });
  });

  app.addHook('onSend', (request, reply, _payload, done) => {
    const { origin } = request.headers;
    const { operation, isImage } = request.routeOptions.config;
    // A cache must not answer one page with the copy that another requested without an origin.
    if (isImage) varyBy(reply, 'Origin');
    const isOurs = operation !== undefined || isImage === true;
    // Browsers send the origin with every writing request, even to the origin of the page itself.
    if (!isOurs || origin === undefined || origin === getBaseUrl(request, platform.config)) return done();
    callbackify(isAllowed)(origin, request.caller?.homeOrgId, (error, allowed) => {
      if (error !== null) return done(error);
      if (allowed) allowReading(reply, origin);
      done();
    });
  });
}

function allowReading(reply: FastifyReply, origin: string): void {
  varyBy(reply, 'Origin');
  reply.header('access-control-allow-origin', origin);
  reply.header(
    'access-control-expose-headers',
    `ETag, Retry-After, ${serviceMark.header}, ${uploadResponseHeaders}`,
  );
}

function allowPreflight(reply: FastifyReply, origin: string): void {
  reply.headers({
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
    'access-control-allow-headers': `Content-Type, Idempotency-Key, If-None-Match, X-TOKEN, X-UDID, X-BUNDLE-ID, X-VERSION-NUM, X-WRITER, X-SUBJECT, X-SEQUENCE, X-AGE, ${uploadRequestHeaders}`,
    'access-control-max-age': '600',
    vary: 'Origin',
  });
}
