import type { FastifyRequest } from 'fastify';

/** Milliseconds for which a write waited before it was sent (`X-AGE`); 0 without the header. */
export const parseAge = ({ headers }: FastifyRequest): number => Number(headers['x-age'] ?? 0);
