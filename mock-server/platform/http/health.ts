import type { FastifyInstance } from 'fastify';
import { ServiceError } from './errors.ts';

/** `GET /healthz`: 200 while requests can be served, 503 from the moment the service begins to stop. */
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
