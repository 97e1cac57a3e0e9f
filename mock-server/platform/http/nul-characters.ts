import type { FastifyInstance } from 'fastify';
import { ServiceError } from './errors.ts';

const escaped = /\\u0000/;

const refuse = () => new ServiceError('invalid_input', 'Text may not contain a NUL character.');

function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, item]) => hasNul(name) || hasNul(item));
}

/**
 * The refusal of parsed JSON that has a NUL character in any text: one of the two databases can't keep it. Null when it
 * has none. `source` is the JSON itself, so that ordinary bodies are not walked through.
 */
export const nulRefusal = (source: string, value: unknown): ServiceError | null =>
  escaped.test(source) && hasNul(value) ? refuse() : null;

/** The same for addresses. */
export function refuseNulInAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (request.raw.url?.includes('%00')) throw refuse();
  });
}
