import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../../config.ts';

type LingerLimits = Pick<Config['limits']['connections'], 'dropped' | 'silence'>;

declare module 'fastify' {
  interface FastifyInstance {
    lingering: Lingering;
  }
}

/**
 * Ends connections so that clients see the answer to a request whose body was not read; RFC 9112, section 9.6. A
 * connection that is closed while bytes arrive is reset, and the reset discards the answer on its way to the client. So
 * only our side is closed at first; what still arrives is dropped until the client closes its side, or has used up its
 * bytes or its time.
 */
export class Lingering {
  readonly #limits: LingerLimits;
  readonly #open = new Set<Socket>();

  constructor(limits: LingerLimits) {
    this.#limits = limits;
  }

  /** Has a connection linger, in place of being closed, when its last answer was written. */
  afterAnswer(socket: Socket, isRead: () => boolean): void {
    const close = socket.destroySoon.bind(socket);
    socket.destroySoon = () => {
      socket.destroySoon = close;
      if (isRead()) close();
      else this.count(socket);
    };
  }

  /** Closes our side of a connection on which everything is written; drops what arrives from now on. */
  count(socket: Socket): void {
    if (socket.destroyed) return;
    const last = socket.bytesRead + this.#limits.dropped;
    const late = setTimeout(() => socket.destroy(), this.#limits.silence);
    this.#open.add(socket);
    socket.once('close', () => {
      clearTimeout(late);
      this.#open.delete(socket);
    });
    // Without its listener the parser of HTTP gets nothing more: neither the body nor a request behind it.
    socket.removeAllListeners('data');
    socket.on('data', () => {
      if (socket.bytesRead > last) socket.destroy();
    });
    socket.once('end', () => socket.destroy());
    socket.resume();
    socket.end();
  }

  /** Closes all of them at once. */
  stop(): void {
    for (const socket of this.#open) socket.destroy();
  }
}

/** Lets connections linger until the server stops. */
export function installLingering(app: FastifyInstance, limits: LingerLimits): void {
  const lingering = new Lingering(limits);
  app.decorate('lingering', lingering);
  app.addHook('preClose', async () => lingering.stop());
}
