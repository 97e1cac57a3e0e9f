import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a bucket answers in place of the real answer. */
export interface Fault {
  status: number;
  code: string;
}

/** A proxy of an S3 server that answers like a server without space, or like one that does not accept the keys. */
export class FailingBucket {
  /** The answer to requests that `hits` selects; null: everything is passed on. */
  fault: Fault | null = null;
  /** Whether answers are cut off in the middle. */
  cuts = false;
  /** Whether answers with an object stop in the middle without an end. */
  stalls = false;
  /** Whether requests are accepted and never answered. */
  isSilent = false;
  /** How many requests were accepted and not answered. */
  ignored = 0;
  /** The requests that the fault is for. */
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
    // Each request has its own connection: a server may close a kept one just when it is used again.
    let answered: IncomingMessage | undefined;
    const passed = forward({ agent: false, hostname, port, method, path, headers }, (answer) => {
      answered = answer;
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      if (this.cuts)
        answer.once('data', (piece: Buffer) =>
          response.write(piece.subarray(0, 10), () => response.destroy()),
        );
      else if (this.stalls && method === 'GET')
        answer.once('data', (piece: Buffer) => response.write(piece.subarray(0, 10)));
      else answer.pipe(response);
    });
    // Swift sends the end of a body in answers to HEAD, which have none: an error after a complete answer does not
    // matter.
    passed.on('error', () => void (answered?.complete || response.destroy()));
    // A client that was killed while it was sending ends here, and also at the server, which would otherwise wait for
    // the rest.
    request.once('close', () => void (request.complete || passed.destroy()));
    request.pipe(passed);
  }
}
