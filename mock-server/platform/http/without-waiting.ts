import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/*
 * Hooks for work that waits for nothing; what it throws refuses the request. An `async` hook costs every request three turns of the queue
 * of promises: a dozen of them cost as much as the rest of a small answer.
 */

type Work = (request: FastifyRequest, reply: FastifyReply) => void;

/** As soon as the headers of a request are there. */
export function onEachRequest(app: FastifyInstance, work: Work): void {
  app.addHook('onRequest', (request, reply, done) => {
    work(request, reply);
    done();
  });
}

/** Before the body of a request is read. */
export function beforeEachBody(app: FastifyInstance, work: Work): void {
  app.addHook('preParsing', (request, reply, payload, done) => {
    work(request, reply);
    done(null, payload);
  });
}

/** Before an answer is sent: for its headers, not its body. */
export function beforeEachAnswer(app: FastifyInstance, work: Work): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    work(request, reply);
    done();
  });
}

/** After an answer was sent. */
export function afterEachAnswer(app: FastifyInstance, work: Work): void {
  app.addHook('onResponse', (request, reply, done) => {
    work(request, reply);
    done();
  });
}
