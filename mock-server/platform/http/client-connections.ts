import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

declare module 'fastify' {
  interface FastifyInstance {
    /** Null behind proxies, from which all connections come: there it is their task. */
    clientConnections: ClientConnections | null;
  }
}

/**
 * Refuses further connections of an address that has too many. An address with half of the allowed connections, such as
 * a whole office, gets no connection that is kept open for later requests.
 */
export class ClientConnections {
  readonly #max: number;
  /** By address, the ports of its connections. With TLS, one connection has two sockets with the same port. */
  readonly #ports = new Map<string, Set<number>>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Begins to count the connections of a server. */
  watch(server: Server): void {
    server.on('connection', (socket: Socket) => {
      const { remoteAddress = '', remotePort = 0 } = socket;
      const own = this.#ports.get(remoteAddress) ?? new Set();
      this.#ports.set(remoteAddress, own.add(remotePort));
      socket.once('close', () => this.#remove(remoteAddress, remotePort));
      if (own.size > this.#max) socket.destroy();
    });
    server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
      const own = this.#ports.get(socket.remoteAddress ?? '')?.size ?? 0;
      if (own > this.#max / 2) response.shouldKeepAlive = false;
    });
  }

  /**
   * Stops counting a connection as one of its address, because a signed-in person uses it, and persons have limits of
   * their own. Thousands of people may share an address.
   */
  release({ remoteAddress = '', remotePort = 0 }: Socket): void {
    this.#remove(remoteAddress, remotePort);
  }

  #remove(address: string, port: number): void {
    const own = this.#ports.get(address);
    own?.delete(port);
    if (own?.size === 0) this.#ports.delete(address);
  }
}
