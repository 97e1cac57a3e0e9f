import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { namesEtag } from './conditional.ts';

/** Content in the forms that clients take. */
interface Prepared {
  etag: string;
  identity: Buffer;
  br: Buffer;
  gzip: Buffer;
}

const compressions = ['br', 'gzip'] as const;

/**
 * Serves content that is the same as long as the service runs: made at the first request, compressed once, checked by its
 * entity tag.
 */
export function serveFixed(
  app: FastifyInstance,
  path: string,
  { type, make }: { type: string; make(): string },
): void {
  let prepared: Promise<Prepared> | undefined;
  app.get(path, async (request, reply) => {
    prepared ??= prepare(make());
    const content = await prepared;
    reply.headers({ etag: content.etag, 'cache-control': 'no-cache', vary: 'accept-encoding' });
    if (namesEtag(request.headers['if-none-match'], content.etag)) return reply.code(304).send();
    const encoding = compressions.find((name) =>
      accepts(String(request.headers['accept-encoding'] ?? ''), name),
    );
    if (encoding !== undefined) reply.header('content-encoding', encoding);
    return reply.type(type).send(content[encoding ?? 'identity']);
  });
}

async function prepare(text: string): Promise<Prepared> {
  const identity = Buffer.from(text);
  const etag = `"${createHash('sha256').update(identity).digest('base64url')}"`;
  const [br, gzipped] = await Promise.all([promisify(brotliCompress)(identity), promisify(gzip)(identity)]);
  return { etag, identity, br, gzip: gzipped };
}

/** Whether an `Accept-Encoding` header takes this coding; RFC 9110 section 12.5.3. */
const accepts = (header: string, coding: string): boolean =>
  header.split(',').some((part) => {
    const [name, ...parameters] = part.split(';').map((text) => text.trim());
    return name === coding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
