import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../contract/common/operation.ts';
import { violationsPath } from '../../../contract/common/service-paths.ts';
import { onEachRequest } from './without-waiting.ts';

/**
 * Fixed headers of pages and what belongs to them, set by hand because a general helper costs a third of the throughput. The policy lets the catalog load
 * from its own origin only; `blob:` and `data:` are for images that the page itself draws. Where a
 * browser has Trusted Types, no text becomes HTML or code, and an address a script only by `src/trusted-scripts.ts`. What breaks the policy is reported
 * to `contract/violations.ts`.
 */
const ofPages: Record<string, string> = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; font-src 'self'; " +
    "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; " +
    "require-trusted-types-for 'script'; trusted-types default; report-to violations",
  // Browsers send what no policy names (features that end, crashes) to the one called default.
  'reporting-endpoints': `violations="${violationsPath}", default="${violationsPath}"`,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // Geolocation is never asked for; closed to the page itself, browsers would say “denied” whatever the person chose.
  'permissions-policy': 'camera=(), geolocation=(self), microphone=(), payment=(), usb=()',
};

/**
 * Of the interface's answers, which are no documents: should one be opened as a page it loads and runs nothing and stands in
 * no frame, and nobody guesses another type. What only a page can do (opening windows, asking for the camera, sending
 * referrers) needs no header here, and a small answer would be longer by them than by what it says.
 */
export const ofAnswers: Record<string, string> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
};

/** Browsers go to these addresses themselves, some of which carry a token that no other page may learn as a referrer. */
const opensInBrowsers: ReadonlySet<Context> = new Set(['query_token_and_device', 'direct_install']);

const httpsOnly = 'max-age=31536000; includeSubDomains';

/**
 * Sets the security headers on every answer, and HSTS on answers over HTTPS. `downloadsFrom`: another origin to which
 * downloads are redirected. A page begins them in a frame of its own, to which its policy applies as well.
 */
export function securityHeaders(app: FastifyInstance, downloadsFrom: string | null): void {
  const policy = ofPages['content-security-policy'];
  const pages =
    downloadsFrom === null
      ? ofPages
      : { ...ofPages, 'content-security-policy': `${policy}; frame-src ${downloadsFrom}` };
  onEachRequest(app, (request, reply) => {
    const operation = request.routeOptions.config?.operation;
    reply.headers(operation === undefined || opensInBrowsers.has(operation.context) ? pages : ofAnswers);
    if (request.protocol === 'https') reply.header('strict-transport-security', httpsOnly);
  });
}
