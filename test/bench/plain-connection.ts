import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A request as it is sent. */
export interface PlainRequest {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/** The bytes of a request. */
export function bytesOf({ method, path, headers = {}, body = '' }: PlainRequest): Buffer {
  const all = { Host: 'localhost', 'Content-Length': String(Buffer.byteLength(body)), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}

const end = Buffer.from('\r\n\r\n');

/**
 * A connection that sends one request after another, and reads only the status and the length of each answer. The
 * client shares the processors with the measured service, and `fetch` would use as much of them as the answer.
 */
export class PlainConnection {
  readonly #socket: Socket;
  #pieces: Buffer[] = [];
  #answered: (() => void) | null = null;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (piece: Buffer) => {
      this.#pieces.push(piece);
      this.#answered?.();
    });
  }

  /** Opens a connection to a port of this machine. Error: that of the system. */
  static async open(port: number): Promise<PlainConnection> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return new PlainConnection(socket);
  }

  /**
   * Sends a request; returns the status of its answer. Error: when the connection ends before the answer, or the answer
   * does not tell its length.
   */
  ask(request: Buffer): Promise<number> {
    return new Promise((resolve, reject) => {
      const fail = () => reject(new Error('The service ended the connection before its answer.'));
      this.#socket.once('close', fail);
      this.#answered = () => {
        const status = this.#take(reject);
        if (status === null) return;
        this.#answered = null;
        this.#socket.off('close', fail);
        resolve(status);
      };
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  /** The status of a complete answer; null while it is incomplete. */
  #take(fail: (error: Error) => void): number | null {
    const [first = Buffer.alloc(0)] = this.#pieces;
    const head = first.indexOf(end);
    if (head < 0) {
      this.#pieces = [Buffer.concat(this.#pieces)];
      return null;
    }
    const [, length] = /\r\ncontent-length: (\d+)/i.exec(first.toString('latin1', 0, head + 2)) ?? [];
    if (length === undefined) fail(new Error('An answer does not say how long it is.'));
    const all = this.#pieces.reduce((sum, piece) => sum + piece.length, 0);
    if (all < head + end.length + Number(length)) return null;
    this.#pieces = [];
    return Number(first.toString('latin1', 9, 12));
  }
}
