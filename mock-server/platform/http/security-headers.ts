import type { FastifyInstance } from 'fastify';
import type { CallerContext } from '../../../contract/common/operation.ts';
import { violationsPath } from '../../../contract/common/service-paths.ts';
import { addRequestHook } from './sync-hooks.ts';

/**
 * Fixed headers of pages and their files, written by hand because a general helper costs a third of the throughput. The
 * policy lets the catalog load from its own origin only; `blob:` and `data:` are for images that the page itself draws.
 * In a browser with Trusted Types, no text can become HTML or code, and an address can become that of a script only by
 * `src/trusted-scripts.ts`. Violations of the policy are reported to `contract/violations.ts`.
 */
const ofPages: Record<string, string> = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; font-src 'self'; " +
    "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; " +
    "require-trusted-types-for 'script'; trusted-types default; report-to violations",
  // Browsers send reports that belong to no policy (features that end, crashes) to the endpoint called default.
  'reporting-endpoints': `violations="${violationsPath}", default="${violationsPath}"`,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // The page never asks for the location itself. But with geolocation closed to it, browsers would report “denied”
  // whatever the person has chosen.
  'permissions-policy': 'camera=(), geolocation=(self), microphone=(), payment=(), usb=()',
};

/**
 * Headers of the interface's answers, which are no documents: an answer that is opened as a page loads and runs
 * nothing, can't be framed, and is not taken for another type. Things that only a page can do (open windows, use the
 * camera, send referrers) need no header here; such headers would make small answers several times longer.
 */
export const ofAnswers: Record<string, string> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
};

/**
 * Contexts of addresses to which browsers navigate. Some of these addresses contain a token that no other page may
 * learn as a referrer.
 */
const opensInBrowsers: ReadonlySet<CallerContext> = new Set(['query_token_and_device', 'direct_install']);

const httpsOnly = 'max-age=31536000; includeSubDomains';

/**
 * Sets the security headers on every answer, and HSTS on answers over HTTPS. `downloadsFrom`: another origin to which
 * downloads are redirected. A page starts downloads in a frame of its own, to which its policy applies as well.
 */
export function setSecurityHeaders(app: FastifyInstance, downloadsFrom: string | null): void {
  const policy = ofPages['content-security-policy'];
  const pages =
    downloadsFrom === null
      ? ofPages
      : { ...ofPages, 'content-security-policy': `${policy}; frame-src ${downloadsFrom}` };
  addRequestHook(app, (request, reply) => {
    const operation = request.routeOptions.config?.operation;
    reply.headers(operation === undefined || opensInBrowsers.has(operation.context) ? pages : ofAnswers);
    if (request.protocol === 'https') reply.header('strict-transport-security', httpsOnly);
  });
}
