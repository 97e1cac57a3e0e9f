import type { FastifyInstance } from 'fastify';
import { serviceMark } from '../../../contract/common/service-mark.ts';
import { addRequestHook } from './sync-hooks.ts';

/** Marks every answer as one of this service: of the interface, media, files of the catalog, and errors alike. */
export function markAnswers(app: FastifyInstance): void {
  addRequestHook(app, (_request, reply) => {
    reply.header(serviceMark.header, serviceMark.value);
  });
}
