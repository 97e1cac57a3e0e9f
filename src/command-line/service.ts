import type { Operation } from '../../contract/common/operation.ts';
import { type CallArguments, Client, type ResponseOf } from '../data/client.ts';

/** The service as one person, acting on one organization. */
export class Service {
  readonly server: string;
  readonly #client: Client;
  readonly #token: string;
  readonly #org: string | undefined;
  readonly #signal: AbortSignal;

  constructor(
    access: { server: string; token: string },
    { org, signal }: { org?: string | undefined; signal: AbortSignal },
  ) {
    this.server = access.server;
    this.#client = new Client(access.server);
    this.#token = access.token;
    this.#org = org;
    this.#signal = signal;
  }

  /** Calls an operation. Errors: every `ClientError`; the reason of an interruption. */
  call<O extends Operation>(operation: O, args: CallArguments<O> = {}): Promise<ResponseOf<O>> {
    return this.#client.call(operation, {
      ...args,
      org: this.#org,
      headers: { ...args.headers, 'x-token': this.#token },
      signal: this.#signal,
    });
  }

  /** Every object of a list, page by page. */
  async all<T>(read: (page: string) => Promise<{ rows: readonly T[]; total: number }>): Promise<T[]> {
    const found: T[] = [];
    for (;;) {
      const { rows, total } = await read(`${found.length},${pageSize}`);
      found.push(...rows);
      if (rows.length === 0 || found.length >= total) return found;
    }
  }
}

const pageSize = 1000;
