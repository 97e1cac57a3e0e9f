import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * Hooks for work that awaits nothing; an error that they throw refuses the request. An `async` hook costs every request
 * three turns of the promise queue: a dozen of them cost as much as the rest of a small answer.
 */

type Work = (request: FastifyRequest, reply: FastifyReply) => void;

/** Runs as soon as the headers of a request have arrived. */
export function addRequestHook(app: FastifyInstance, work: Work): void {
  app.addHook('onRequest', (request, reply, done) => {
    work(request, reply);
    done();
  });
}

/** Runs before the body of a request is read. */
export function addBodyHook(app: FastifyInstance, work: Work): void {
  app.addHook('preParsing', (request, reply, payload, done) => {
    work(request, reply);
    done(null, payload);
  });
}

/** Runs before an answer is sent; it can set headers, but not the body. */
export function addSendHook(app: FastifyInstance, work: Work): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    work(request, reply);
    done();
  });
}

/** Runs after an answer was sent. */
export function addResponseHook(app: FastifyInstance, work: Work): void {
  app.addHook('onResponse', (request, reply, done) => {
    work(request, reply);
    done();
  });
}
