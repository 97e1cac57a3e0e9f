import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { ServiceError } from './errors.ts';

const loopbackName = /^(localhost|[^.]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;
const loopbackAddress = /^(127\.|::1$|::ffff:127\.)/;

/** Whether the request came over loopback: from an address of this machine, to a name of this machine. */
export function isLoopback(request: FastifyRequest): boolean {
  return loopbackAddress.test(request.socket.remoteAddress ?? '') && loopbackName.test(request.host);
}

/**
 * Plain HTTP is refused for any host but loopback; document 1, Conventions 1. What a proxy says of a request counts before
 * its host, which some proxies replace by the one that they ask: this machine.
 */
export function requireHttps(app: FastifyInstance, config: Pick<Config, 'tls' | 'trustProxy'>): void {
  if (config.tls !== null) return;
  app.addHook('onRequest', async (request) => {
    const isForwarded = config.trustProxy && request.headers['x-forwarded-proto'] !== undefined;
    if (isForwarded ? request.protocol === 'https' : isLoopback(request)) return;
    throw new ServiceError('https_required', 'Use https: this service does not answer plain HTTP.');
  });
}

/** Base of absolute links: the configured one, or on loopback the address that was asked. */
export function baseUrl(request: FastifyRequest, config: Pick<Config, 'publicUrl'>): string {
  return config.publicUrl ?? `${request.protocol}://${request.host}`;
}
