import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { ServiceError } from '../errors.ts';
import { addRequestHook } from './sync-hooks.ts';

const loopbackName = /^(localhost|[^.]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;
const loopbackAddress = /^(127\.|::1$|::ffff:127\.)/;
/** Headers that show that a proxy stands between the service and the client. */
const forwarding =
  /^(?:forwarded|via|x-forwarded(?:-.*)?|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip)$/;

/**
 * Whether the request came over loopback, from an address of this machine to a name of this machine, and was not
 * forwarded. A header can only disprove that, never prove it.
 */
function isDirect({ socket, headers }: FastifyRequest): boolean {
  return (
    loopbackAddress.test(socket.remoteAddress ?? '') &&
    loopbackName.test(headers.host ?? '') &&
    !Object.keys(headers).some((name) => forwarding.test(name))
  );
}

/**
 * Whether the client is at this machine. Behind a proxy, which may be on this machine too, no client counts as such.
 */
export const isLoopback = (request: FastifyRequest, { trustProxy }: Pick<Config, 'trustProxy'>): boolean =>
  trustProxy === null && isDirect(request);

/**
 * Refuses plain HTTP, except from this machine itself; document 1, Conventions 1. For a request through a trusted
 * proxy, what the proxy says about how it received the request decides.
 */
export function requireHttps(app: FastifyInstance, config: Pick<Config, 'tls'>): void {
  if (config.tls !== null) return;
  addRequestHook(app, (request) => {
    // Without a trusted proxy, and from any other address, this says how the request itself arrived: over HTTP.
    if (request.protocol === 'https' || isDirect(request)) return;
    throw new ServiceError('https_required', 'Use https: this service does not answer plain HTTP.');
  });
}

/** The base of absolute links: the configured one, or on loopback the address to which the request was sent. */
export function getBaseUrl(request: FastifyRequest, config: Pick<Config, 'publicUrl'>): string {
  return config.publicUrl ?? `${request.protocol}://${request.host}`;
}
