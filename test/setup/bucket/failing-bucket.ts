import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a bucket answers in place of what it was asked for. */
export interface Fault {
  status: number;
  code: string;
}

/** Stands before an S3 server, and answers as one does that has no room, or takes the keys for nobody's. */
export class FailingBucket {
  /** Null: everything is passed on. */
  fault: Fault | null = null;
  /** Whether answers end in the middle. */
  cuts = false;
  /** Whether requests are taken and never answered. */
  isSilent = false;
  /** How many were taken so. */
  ignored = 0;
  /** Which requests the fault is for. */
  hits: (request: IncomingMessage) => boolean = () => true;
  readonly #target: URL;
  readonly #server = createServer((request, response) => this.#answer(request, response));

  constructor(target: string) {
    this.#target = new URL(target);
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { method, url: path, headers } = request;
    if (this.isSilent) {
      this.ignored += 1;
      request.resume();
      return;
    }
    if (this.fault !== null && this.hits(request)) {
      request.resume();
      const body = `<?xml version="1.0"?><Error><Code>${this.fault.code}</Code><Message>No.</Message></Error>`;
      response.writeHead(this.fault.status, { 'content-type': 'application/xml' });
      response.end(method === 'HEAD' ? '' : body);
      return;
    }
    const { hostname, port } = this.#target;
    // A connection for each: a server may close one that is kept, just when it is used again.
    let answered: IncomingMessage | undefined;
    const passed = forward({ agent: false, hostname, port, method, path, headers }, (answer) => {
      answered = answer;
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      if (this.cuts)
        answer.once('data', (piece: Buffer) =>
          response.write(piece.subarray(0, 10), () => response.destroy()),
        );
      else answer.pipe(response);
    });
    // Swift sends the end of a body that an answer to HEAD does not have: what comes after a whole answer does not concern it.
    passed.on('error', () => void (answered?.complete || response.destroy()));
    // Who was killed while sending ends here, and at the server too: it would wait for the rest.
    request.once('close', () => void (request.complete || passed.destroy()));
    request.pipe(passed);
  }
}
