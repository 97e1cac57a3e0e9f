import type { FastifyReply } from 'fastify';
import { renderHtml } from '../../platform/markup.ts';

/**
 * A redirect with a page that links its address, for clients that do not follow redirects: “a redirect page”, document 3,
 * Downloads and installs; RFC 9110, section 15.4.3. The address contains a token, so caches may not store it.
 */
export function sendRedirect(reply: FastifyReply, address: string): FastifyReply {
  return reply
    .code(302)
    .header('location', address)
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'private, no-store')
    .send(
      renderHtml`<!doctype html>\n<title>Redirecting</title>\n<p>Go on to <a href="${address}">${address}</a>.</p>\n`
        .text,
    );
}
