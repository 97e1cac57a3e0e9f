import type { Operation } from '../../contract/common/operation.ts';
import { addressOf, type CallArguments, Client, type ResponseOf } from '../data/http/client.ts';

/** Milliseconds without a byte after which a request is given up: publishing looks at packages before it answers. */
const patience = 30_000;

/** The service as one person, acting on one organization. */
export class Service {
  readonly server: string;
  /** The organization that is acted on, when it is not the person's own. */
  readonly org: string | undefined;
  readonly #client: Client;
  readonly #token: string;
  readonly #signal: AbortSignal;

  constructor(
    access: { server: string; token: string },
    { org, signal }: { org?: string | undefined; signal: AbortSignal },
  ) {
    this.server = access.server;
    this.#client = new Client(access.server, patience);
    this.#token = access.token;
    this.org = org;
    this.#signal = signal;
  }

  /** Calls an operation. Errors: every `ClientError`; the reason of an interruption. */
  call<O extends Operation>(operation: O, args: CallArguments<O> = {}): Promise<ResponseOf<O>> {
    return this.#client.call(operation, {
      ...args,
      org: this.org,
      headers: { ...args.headers, 'x-token': this.#token },
      signal: this.#signal,
    });
  }

  /** Asks by HEAD, for what that does and not for what it answers: whether it arrived does not show. */
  async head<O extends Operation>(operation: O, args: CallArguments<O>): Promise<void> {
    await fetch(this.server + addressOf(operation, { ...args, org: this.org }), {
      method: 'HEAD',
      headers: { ...args.headers, 'x-token': this.#token },
      redirect: 'error',
      signal: AbortSignal.any([this.#signal, AbortSignal.timeout(headPatience)]),
    }).catch(() => undefined);
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
/** Milliseconds. */
const headPatience = 30_000;
