import type { Operation } from '../../contract/common/operation.ts';
import { buildAddress, type ResponseOf } from '../../contract/common/request.ts';
import { type CallArguments, Client } from '../data/http/client.ts';
import { UnreachableError } from '../data/http/errors.ts';

/**
 * Milliseconds without a byte after which a request is given up: when publishing, the service reads the package before
 * it answers.
 */
const timeoutMs = 30_000;

/** The service, called by one person, acting on one organization. */
export class Service {
  readonly server: string;
  /** The organization to act on, when it is not the person's own. */
  readonly org: string | undefined;
  readonly #client: Client;
  readonly #token: string;
  readonly #signal: AbortSignal;

  constructor(
    access: { server: string; token: string },
    { org, signal }: { org?: string | undefined; signal: AbortSignal },
  ) {
    this.server = access.server;
    this.#client = new Client(access.server, timeoutMs);
    this.#token = access.token;
    this.org = org;
    this.#signal = signal;
  }

  /** Calls an operation. Throws a `ClientError`, or the signal's reason. */
  call<O extends Operation>(operation: O, args: CallArguments<O> = {}): Promise<ResponseOf<O>> {
    return this.#client.call(operation, {
      ...args,
      org: this.org,
      headers: { ...args.headers, 'x-token': this.#token },
      signal: this.#signal,
    });
  }

  /** Sends a HEAD request for its effect at the service; the answer is ignored, and so is a failure. */
  async head<O extends Operation>(operation: O, args: CallArguments<O>): Promise<void> {
    await fetch(this.server + buildAddress(operation, { ...args, org: this.org }), {
      method: 'HEAD',
      headers: { ...args.headers, 'x-token': this.#token },
      redirect: 'error',
      signal: AbortSignal.any([this.#signal, AbortSignal.timeout(headTimeoutMs)]),
    }).catch(() => undefined);
  }

  /** Opens an answer that is not JSON, to be read as it arrives. Error: `UnreachableError` for any other. */
  async open<O extends Operation>(operation: O, args: CallArguments<O>): Promise<ReadableStream<Uint8Array>> {
    const { body, ok } = await fetch(this.server + buildAddress(operation, { ...args, org: this.org }), {
      headers: { ...args.headers, 'x-token': this.#token },
      redirect: 'error',
      signal: this.#signal,
    }).catch((cause: unknown) => {
      throw new UnreachableError('The service did not answer.', { cause });
    });
    if (!ok || body === null) throw new UnreachableError('The service sent something else.');
    return body;
  }

  /** All objects of a list, read page by page. */
  async listAll<T>(read: (page: string) => Promise<{ rows: readonly T[]; total: number }>): Promise<T[]> {
    const found: T[] = [];
    for (;;) {
      const { rows, total } = await read(`${found.length},${pageSize}`);
      found.push(...rows);
      if (rows.length === 0 || found.length >= total) return found;
    }
  }
}

const pageSize = 1000;
/** In milliseconds. */
const headTimeoutMs = 30_000;
