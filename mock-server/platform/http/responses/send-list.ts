import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** A page of a list whose rows are read only when they are sent. */
export interface KeyedPage<K, R> {
  /** The keys of the rows of the page, in order. */
  keys: readonly K[];
  /** How many rows match before paging. */
  total: number;
  /** The rows with these keys, in the same order; rows that are gone meanwhile are left out. */
  read(keys: readonly K[]): Promise<R[]>;
}

/** Most rows that are in memory at once. */
const batch = 1000;

/**
 * Answers `{name: rows, total_available}`. A page of more than one batch is read and sent batch by batch, as fast as
 * the client takes it. Document 1, List controls.
 */
export async function sendList<K, R>(
  reply: FastifyReply,
  name: string,
  page: KeyedPage<K, R>,
  present: (row: R) => unknown,
): Promise<FastifyReply> {
  if (page.keys.length <= batch) {
    const rows = await page.read(page.keys);
    return reply.send({ [name]: rows.map(present), total_available: page.total });
  }
  return reply
    .header('content-type', 'application/json; charset=utf-8')
    .send(Readable.from(toJsonText(name, page, present)));
}

async function* toJsonText<K, R>(
  name: string,
  { keys, total, read }: KeyedPage<K, R>,
  present: (row: R) => unknown,
): AsyncGenerator<string> {
  let begin = `{${JSON.stringify(name)}:[`;
  for (let start = 0; start < keys.length; start += batch) {
    const rows = await read(keys.slice(start, start + batch));
    if (rows.length === 0) continue;
    yield begin + rows.map((row) => JSON.stringify(present(row))).join();
    begin = ',';
  }
  yield `${begin === ',' ? '' : begin}],"total_available":${total}}`;
}
