import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { ServiceError } from './errors.ts';
import { onEachRequest } from './without-waiting.ts';

const loopbackName = /^(localhost|[^.]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;
const loopbackAddress = /^(127\.|::1$|::ffff:127\.)/;
/** Headers that say that somebody else stands between the service and who asks. */
const forwarding =
  /^(?:forwarded|via|x-forwarded(?:-.*)?|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip)$/;

/**
 * Whether the request came over loopback, from an address of this machine to a name of this machine, and nobody passed it on.
 * A header can only deny that, never say it.
 */
function isDirect({ socket, headers }: FastifyRequest): boolean {
  return (
    loopbackAddress.test(socket.remoteAddress ?? '') &&
    loopbackName.test(headers.host ?? '') &&
    !Object.keys(headers).some((name) => forwarding.test(name))
  );
}

/** Whether who asks sits at this machine. Behind a proxy, which may be on it too, nobody is taken for that. */
export const isLoopback = (request: FastifyRequest, { trustProxy }: Pick<Config, 'trustProxy'>): boolean =>
  trustProxy === null && isDirect(request);

/**
 * Plain HTTP is refused but from this machine itself; document 1, Conventions 1. What comes through a proxy that is trusted
 * counts as the proxy says that it received it.
 */
export function requireHttps(app: FastifyInstance, config: Pick<Config, 'tls'>): void {
  if (config.tls !== null) return;
  onEachRequest(app, (request) => {
    // Without a trusted proxy, and from any other address, this is how the request itself came: over HTTP.
    if (request.protocol === 'https' || isDirect(request)) return;
    throw new ServiceError('https_required', 'Use https: this service does not answer plain HTTP.');
  });
}

/** Base of absolute links: the configured one, or on loopback the address that was asked. */
export function baseUrl(request: FastifyRequest, config: Pick<Config, 'publicUrl'>): string {
  return config.publicUrl ?? `${request.protocol}://${request.host}`;
}
