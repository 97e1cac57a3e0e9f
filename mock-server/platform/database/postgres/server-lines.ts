import { Socket } from 'node:net';

/** Milliseconds after which the system asks the other machine of an idle connection whether it is still there. */
export const keepAliveAfter = 5_000;

/** What a request is told that comes while the server says nothing: nothing of it was sent. */
const silence = (): Error =>
  Object.assign(new Error('The server does not answer on any connection.'), { code: 'ETIMEDOUT' });

/**
 * The connections of a pool, as lines on which the server speaks or doesn't. A machine that is lost, or a firewall that has forgotten a
 * connection, ends nothing: whoever waits there would wait for as long as the system repeats what it sent, a quarter of an hour.
 */
export class ServerLines {
  readonly #sockets = new Set<Socket>();
  /** Bytes that came on connections that have ended. */
  #before = 0;
  #isGivenUp = false;

  /** Bytes that the server has sent so far: where they grow, it is there. */
  get heard(): number {
    let bytes = this.#before;
    for (const socket of this.#sockets) bytes += socket.bytesRead;
    return bytes;
  }

  /** Whether nobody is to ask the server. */
  get isGivenUp(): boolean {
    return this.#isGivenUp;
  }

  /** A connection for the driver to open. */
  readonly open = (): Socket => {
    const socket = new Socket();
    this.#sockets.add(socket);
    socket.once('close', () => {
      this.#sockets.delete(socket);
      this.#before += socket.bytesRead;
    });
    // Those that waited for a connection are given new ones when the old ones end.
    if (this.#isGivenUp) setImmediate(() => socket.destroy(silence()));
    return socket;
  };

  /** Ends every connection, so that whoever waits there is refused, and lets nobody open others until `resume`. */
  giveUp(): void {
    this.#isGivenUp = true;
    for (const socket of this.#sockets)
      socket.destroy(new Error('Connection terminated: the server said nothing.'));
  }

  /** The server answers. */
  resume(): void {
    this.#isGivenUp = false;
  }

  /** Error: while nobody is to ask the server. */
  assertUsed(): void {
    if (this.#isGivenUp) throw silence();
  }
}
