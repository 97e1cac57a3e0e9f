import { Readable } from 'node:stream';
import { callbackify } from 'node:util';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findNamedEtag, getCodedEtag } from './conditional.ts';
import {
  type ContentCoding,
  chooseCoding,
  compress,
  compressOnce,
  compressStream,
} from './content-coding.ts';
import { varyBy } from './vary.ts';

/** Smallest answer (bytes) that is compressed: a smaller one fits into one packet anyway. */
const minCompressedBytes = 1024;

const compressible =
  /^(text\/(?!event-stream)|application\/(json|x-ndjson|xml|javascript|manifest\+json)|image\/svg)/;

/**
 * Compresses every textual answer of 1 kB and more for clients that accept it: content that stays in memory once, other
 * answers each time; answers that are sent while they are made (long lists, exports) piece by piece. A compressed form
 * is another representation, so it has another entity tag (RFC 9110, section 8.8.3.3). Parts (206), install files and
 * answers with `no-transform` are not compressed. Secrets in answers can't be guessed from the compressed length: a
 * foreign page can't make a browser send the token that every such answer needs.
 */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode === 304) setNotModifiedTag(request, reply);
    const coding = mayBeCompressed(reply, payload) ? chooseAnswerCoding(request, reply, payload) : null;
    if (coding === null) return done(null, payload);
    if (!(payload instanceof Readable))
      return callbackify(compressPayload)(reply, payload as string | Buffer, coding, done);
    reply.header('content-encoding', coding);
    done(null, compressStream(coding, payload));
  });
}

/** The coding for an answer that may be compressed; null to send it as it is. */
function chooseAnswerCoding(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: string | Buffer | Readable,
): ContentCoding | null {
  varyByCoding(reply);
  const length = payload instanceof Readable ? Number.POSITIVE_INFINITY : Buffer.byteLength(payload);
  return length < minCompressedBytes
    ? null
    : chooseCoding(request.headers['accept-encoding']?.toString(), length);
}

async function compressPayload(
  reply: FastifyReply,
  payload: string | Buffer,
  coding: ContentCoding,
): Promise<Buffer> {
  const isCached = typeof payload !== 'string';
  const bytes = isCached ? await compressOnce(coding, payload) : await compress(coding, Buffer.from(payload));
  reply.header('content-encoding', coding).removeHeader('content-length');
  const etag = reply.getHeader('etag');
  if (typeof etag === 'string') reply.header('etag', getCodedEtag(etag, coding));
  return bytes;
}

function mayBeCompressed(reply: FastifyReply, payload: unknown): payload is string | Buffer | Readable {
  // The length of a file's bytes is known.
  const isMade = payload instanceof Readable && !reply.hasHeader('content-length');
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload) && !isMade) return false;
  if (reply.statusCode === 206 || reply.statusCode === 304 || reply.hasHeader('content-encoding'))
    return false;
  if (String(reply.getHeader('cache-control') ?? '').includes('no-transform')) return false;
  return compressible.test(String(reply.getHeader('content-type') ?? ''));
}

/** Gives a 304 the entity tag of the form (compressed or not) that the client has; RFC 9110, section 15.4.5. */
function setNotModifiedTag(request: FastifyRequest, reply: FastifyReply): void {
  const etag = reply.getHeader('etag');
  if (typeof etag !== 'string') return;
  varyByCoding(reply);
  reply.header('etag', findNamedEtag(request.headers['if-none-match'], etag) ?? etag);
}

/**
 * Tells caches that this answer depends on the accepted codings (`Vary`); an answer that may not be cached needs no
 * such header.
 */
function varyByCoding(reply: FastifyReply): void {
  if (String(reply.getHeader('cache-control') ?? '').includes('no-store')) return;
  varyBy(reply, 'Accept-Encoding');
}
