import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { isEtagNamed } from './conditional.ts';

/** Serves content that never changes while the service runs. It is made at the first request, and has an entity tag. */
export function serveFixed(
  app: FastifyInstance,
  path: string,
  { type, make }: { type: string; make(): string },
): void {
  let content: { etag: string; body: Buffer } | undefined;
  app.get(path, async (request, reply) => {
    content ??= withEtag(make());
    reply.headers({ etag: content.etag, 'cache-control': 'no-cache' });
    if (isEtagNamed(request.headers['if-none-match'], content.etag)) return reply.code(304).send();
    return reply.type(type).send(content.body);
  });
}

function withEtag(text: string): { etag: string; body: Buffer } {
  const body = Buffer.from(text);
  return { etag: `"${createHash('sha256').update(body).digest('base64url')}"`, body };
}
