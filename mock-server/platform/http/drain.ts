import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Milliseconds between two looks for connections that owe nothing. */
const look = 50;

/**
 * Lets the server close as soon as the last answer is out. Node ends connections that are idle when the closing begins;
 * those that are answered later, and those that a browser opened ahead and never used, would hold it for over a minute.
 */
export function closeAnsweredConnections(app: FastifyInstance): void {
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
    }, look);
    app.server.once('close', () => clearInterval(sweep));
  });
}
