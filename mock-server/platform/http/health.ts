import type { FastifyInstance } from 'fastify';
import { ServiceError } from './errors.ts';

/** `GET /healthz`: 200 while the service takes requests, under pressure too; 503 as soon as it begins to stop. */
export function registerHealth(app: FastifyInstance): void {
  app.get('/healthz', { config: { always: true } }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    if (app.leaving.isBegun)
      throw new ServiceError('unavailable', 'This instance is about to stop.', {
        headers: { 'retry-after': '5' },
      });
    return { status: 'ok' };
  });
}
