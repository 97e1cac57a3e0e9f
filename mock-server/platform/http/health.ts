import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../errors.ts';
import { leavingError } from './limits/drain.ts';

/**
 * `GET /healthz`: 200 while the service accepts requests, even under pressure; 503 while the database can't be reached,
 * and as soon as the process hands its requests over to other instances.
 */
export function registerHealth(app: FastifyInstance, database: { readonly isAway: boolean }): void {
  app.get('/healthz', { config: { always: true } }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    if (app.leaving.why !== null) throw leavingError(app.leaving.why);
    if (database.isAway)
      throw new ServiceError('unavailable', 'The database can’t be reached.', {
        headers: { 'retry-after': '2' },
      });
    return { status: 'ok' };
  });
}
