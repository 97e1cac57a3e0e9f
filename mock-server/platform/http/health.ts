import type { FastifyInstance } from 'fastify';
import { ServiceError } from './errors.ts';

/** `GET /healthz`: 200 while the service takes requests, 503 as soon as it begins to stop. */
export function registerHealth(app: FastifyInstance): void {
  let stopping = false;
  app.addHook('preClose', async () => {
    stopping = true;
  });
  app.get('/healthz', async (_request, reply) => {
    if (stopping) throw new ServiceError('unavailable', 'The service is stopping.');
    reply.header('cache-control', 'no-store');
    return { status: 'ok' };
  });
}
