import { Socket } from 'node:net';

/** Milliseconds after which the system checks on an idle connection whether the other machine is still there. */
export const keepAliveDelayMs = 5_000;

/** The error of a request that comes while the server is silent: nothing of it was sent. */
const serverSilentError = (): Error =>
  Object.assign(new Error('The server does not answer on any connection.'), { code: 'ETIMEDOUT' });

/**
 * The connections of a pool, as lines on which the server speaks or is silent. A lost machine, or a firewall that has
 * forgotten a connection, does not end a connection: a request would wait there for as long as the system repeats what
 * it sent, a quarter of an hour.
 */
export class ServerConnections {
  readonly #sockets = new Set<Socket>();
  /** Bytes that came on connections that have ended. */
  #before = 0;
  #isAbandonedState = false;

  /** Bytes that the server has sent so far: while they grow, it is there. */
  get receivedBytes(): number {
    let bytes = this.#before;
    for (const socket of this.#sockets) bytes += socket.bytesRead;
    return bytes;
  }

  /** Whether the server must not be asked now. */
  get isAbandoned(): boolean {
    return this.#isAbandonedState;
  }

  /** Opens a connection for the driver. */
  readonly open = (): Socket => {
    const socket = new Socket();
    this.#sockets.add(socket);
    socket.once('close', () => {
      this.#sockets.delete(socket);
      this.#before += socket.bytesRead;
    });
    // Requests that waited for a connection would get new ones when the old ones end.
    if (this.#isAbandonedState) setImmediate(() => socket.destroy(serverSilentError()));
    return socket;
  };

  /** Ends every connection, so that requests that wait there are refused, and prevents new ones until `resume`. */
  abandon(): void {
    this.#isAbandonedState = true;
    for (const socket of this.#sockets)
      socket.destroy(new Error('Connection terminated: the server said nothing.'));
  }

  /** Allows connections again, because the server answers. */
  resume(): void {
    this.#isAbandonedState = false;
  }

  /** Error: while the server must not be asked. */
  assertUsed(): void {
    if (this.#isAbandonedState) throw serverSilentError();
  }
}
