import Fastify from 'fastify';
import { serveParent } from '../child.ts';

/** The peer: the same framework, sending bytes that are ready, and a bare 304. */
await serveParent(async (argument) => {
  const { size } = argument as { size: number };
  const body = Buffer.alloc(size, 'x');
  const app = Fastify();
  app.get('/', (_request, reply) =>
    reply.header('content-type', 'application/json; charset=utf-8').send(body),
  );
  app.get('/unchanged', (_request, reply) => reply.code(304).send());
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return { ready: { url }, stop: () => app.close() };
});
