import type { FastifyInstance } from 'fastify';
import { serviceMark } from '../../../contract/common/service-mark.ts';
import { onEachRequest } from './without-waiting.ts';

/** Marks every answer as one of this service: of the interface, media, files of the catalog, and errors alike. */
export function markAnswers(app: FastifyInstance): void {
  onEachRequest(app, (_request, reply) => {
    reply.header(serviceMark.header, serviceMark.value);
  });
}
