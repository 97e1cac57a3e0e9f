import type { FastifyInstance } from 'fastify';
import { ServiceError } from './errors.ts';

/** U+0000 as JSON writes it: behind an even number of backslashes. */
const escapedNul = /(?<!\\)(?:\\\\)*\\u0000/;

const refusal = (where: string) =>
  new ServiceError('invalid_input', `${where}: the character U+0000 can’t be stored. Leave it out.`);

/** PostgreSQL text can't hold U+0000. Error: `invalid_input` when the JSON holds one. */
export function assertStorable(json: string): void {
  if (escapedNul.test(json)) throw refusal('body');
}

/** The same for paths and queries, before anything reads them. */
export function refuseUnstorableAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (request.url.includes('%00')) throw refusal('address');
  });
}
