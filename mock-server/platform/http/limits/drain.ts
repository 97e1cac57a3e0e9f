import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../../errors.ts';
import { addRequestHook, addSendHook } from '../sync-hooks.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Why the process is about to hand its requests over, null while it is not; `isOver`: it answers nothing but its
     * health any more.
     */
    leaving: { why: string | null; isOver: boolean };
  }
}

/**
 * Lets a process announce that it is about to stop, some time before it does. Proxies that check its health send it no
 * more requests, and every answer ends its connection, so that its client opens the next one elsewhere.
 */
export function decorateLeaving(app: FastifyInstance): void {
  app.decorate('leaving', { why: null, isOver: false });
  addRequestHook(app, (request) => {
    const { why, isOver } = app.leaving;
    if (isOver && request.routeOptions.config?.always !== true) throw leavingError(why ?? '');
  });
  addSendHook(app, (_request, reply) => {
    if (app.leaving.why !== null) reply.header('connection', 'close');
  });
}

/** The answer of a process that has handed its requests over. */
export const leavingError = (why: string): ServiceError =>
  new ServiceError('unavailable', why, { headers: { 'retry-after': '5' } });

/** Milliseconds between two searches for connections without a running request. */
const interval = 50;

/**
 * Lets a stopping server close as soon as its last answer is sent. Node itself closes only connections that are idle when
 * the stop begins. Connections that become idle later, and those that a browser opened in advance and never used, would
 * delay it by more than a minute.
 */
export function closeConnectionsOnStop(app: FastifyInstance): void {
  const unused = new Set<Socket>();
  const opened = 'setSecureContext' in app.server ? 'secureConnection' : 'connection';
  app.server.on(opened, (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', ({ socket }: IncomingMessage) => unused.delete(socket));

  app.addHook('preClose', async () => {
    const sweep = setInterval(() => {
      app.server.closeIdleConnections();
      for (const socket of unused) socket.destroy();
    }, interval);
    app.server.once('close', () => clearInterval(sweep));
  });
}
