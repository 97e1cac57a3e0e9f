import { connect, type Socket } from 'node:net';
import type { CatalogEvent } from '../../../contract/sync.ts';

interface Listening {
  port: number;
  path: string;
  headers: Readonly<Record<string, string>>;
}

/** A stream of events over a plain socket: ten thousand of them need no more of this process than of the service. */
export class OpenStream {
  /** Resolves when the answer has begun. Error: when it was refused, or the connection ended. */
  readonly opened: Promise<void>;
  isOpen = false;
  onEvent: (event: CatalogEvent) => void = () => undefined;
  readonly #socket: Socket;

  constructor({ port, path, headers }: Listening) {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.opened = promise;
    const head = Object.entries({ host: 'localhost', ...headers }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    // Without an own address to connect from: to find a free port of one takes the system a millisecond of processor
    // time once thousands are in use, four times as much as the service needs for the whole stream.
    this.#socket = connect({ host: '127.0.0.1', port });
    this.#socket.setEncoding('utf8').write(`GET ${path} HTTP/1.1\r\n${head.join('')}\r\n`);
    this.#socket.on('data', (data: Buffer | string) => {
      const text = String(data);
      if (this.isOpen) this.#read(text);
      else if (text.startsWith('HTTP/1.1 200')) {
        this.isOpen = true;
        this.#read(text);
        resolve();
      } else reject(new Error(text));
    });
    this.#socket.on('error', reject);
    this.#socket.once('close', () => {
      this.isOpen = false;
      reject(new Error('The connection ended.'));
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(text: string): void {
    for (const [, json] of text.matchAll(/^data: (.*)$/gm)) {
      this.onEvent(JSON.parse(json ?? '') as CatalogEvent);
    }
  }
}
