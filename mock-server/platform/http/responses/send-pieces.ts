import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { JsonText } from './json-text.ts';

/** From this size on (bytes), an answer is sent in pieces: as one text it would be copied several times as a whole. */
const minPiecesBytes = 64 * 1024;

/** The UTF-8 text of one or more items of a JSON list, with commas between them. */
export interface ItemBytes<T> {
  bytes: Buffer;
  /** Only for the compiler: the type of the items. */
  of?: T;
}

/** An object in which one field is a list that exists as bytes already, with the text before and after that list. */
export interface JsonPieces<T, N extends keyof T, B extends keyof T> {
  before: JsonText<Pick<T, B>>;
  name: N & string;
  items: readonly ItemBytes<T[N] extends readonly (infer I)[] ? I : never>[];
  after: JsonText<Omit<T, N | B>>;
}

/**
 * Answers such an object. All of it exists before the first byte is sent, so an earlier failure is refused as usual.
 */
export function sendPieces<T, N extends keyof T, B extends keyof T>(
  reply: FastifyReply,
  object: JsonPieces<T, N, B>,
): FastifyReply {
  const pieces = [...listPieces(object)];
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  reply.header('content-type', 'application/json; charset=utf-8');
  return reply.send(length < minPiecesBytes ? Buffer.concat(pieces).toString() : Readable.from(pieces));
}

function* listPieces<T, N extends keyof T, B extends keyof T>({
  before,
  name,
  items,
  after,
}: JsonPieces<T, N, B>): Generator<Buffer> {
  yield Buffer.from(`${before.slice(0, -1)},${JSON.stringify(name)}:[`);
  for (const [place, { bytes }] of items.entries()) {
    if (place > 0) yield comma;
    yield bytes;
  }
  yield Buffer.from(`],${after.slice(1)}`);
}

const comma = Buffer.from(',');
