import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Operation } from '../../contract/common/operation.ts';
import {
  type BodyOf,
  buildAddress,
  type FilesOf,
  type RequestOf,
  type ResponseOf,
  type Target,
} from '../../contract/common/request.ts';
import { type Answer, accepted, type Refusal, refusal } from './answers.ts';

/** The caller and other headers of a request. */
interface Head {
  token?: string;
  udid?: string;
  headers?: Record<string, string>;
}

/** The arguments of a call: `params`, `query` and `body` as the operation's schemas describe them. */
export interface Arguments<O extends Operation = Operation> extends RequestOf<O>, Head {}

/** A file by its path, or bytes with a name. */
export type UploadFile = string | { bytes: Uint8Array; name: string };

/** The arguments of a multipart request: the body as its part `data`, and files. */
export interface UploadArguments<O extends Operation = Operation> extends Target<O>, Head {
  data?: BodyOf<O> | undefined;
  files?: FilesOf<O, UploadFile> | undefined;
}

/**
 * An operation whose request the compiler does not check against the contract, for tests that have to send invalid
 * requests.
 */
export const unchecked = (operation: Operation): Operation => operation;

/** Sends requests to a running service. */
export class Requests {
  readonly url: string;

  constructor(url: string) {
    this.url = url;
  }

  /** Calls an operation, and accepts any answer. */
  async call<O extends Operation>(operation: O, args: Arguments<O> = {}): Promise<Answer> {
    const hasBody = args.body !== undefined;
    return this.fetch(buildAddress(operation, args), {
      method: operation.method,
      headers: headersOf(args, hasBody ? { 'content-type': 'application/json' } : {}),
      ...(hasBody && { body: JSON.stringify(args.body) }),
    });
  }

  /** Calls an operation that must succeed. Error: when it does not, or its answer is not as the contract says. */
  async ok<O extends Operation>(operation: O, args: Arguments<O> = {}): Promise<ResponseOf<O>> {
    return accepted(operation, await this.call(operation, args));
  }

  /** Calls an operation that must be refused with an error object. Error: when it is not. */
  async refused<O extends Operation>(operation: O, args: Arguments<O> = {}): Promise<Refusal> {
    return refusal(await this.call(operation, args));
  }

  /** Sends a multipart request with a `data` part and files. */
  async upload<O extends Operation>(operation: O, args: UploadArguments<O>): Promise<Answer> {
    return this.fetch(buildAddress(operation, args), {
      method: operation.method,
      headers: headersOf(args),
      body: await formOf(args),
    });
  }

  /** Sends a multipart request that must succeed. Error: when it does not. */
  async uploaded<O extends Operation>(operation: O, args: UploadArguments<O>): Promise<ResponseOf<O>> {
    return accepted(operation, await this.upload(operation, args));
  }

  /** Sends a request to any address of the service; redirects are not followed. */
  async fetch(address: string, init: RequestInit = {}): Promise<Answer> {
    const response = await fetch(new URL(address, this.url), { redirect: 'manual', ...init });
    const text = await response.text();
    const json = /[/+]json/.test(response.headers.get('content-type') ?? '') && text !== '';
    return { status: response.status, headers: response.headers, body: json ? JSON.parse(text) : text };
  }
}

const headersOf = ({ token, udid, headers }: Head, own: Head['headers'] = {}): Record<string, string> => ({
  ...(token && { 'x-token': token }),
  ...(udid && { 'x-udid': udid }),
  ...own,
  ...headers,
});

interface Form {
  data?: unknown;
  files?: Partial<Record<string, UploadFile>> | undefined;
}

async function formOf({ data, files = {} }: Form): Promise<FormData> {
  const form = new FormData();
  if (data !== undefined) form.append('data', JSON.stringify(data));
  for (const [part, file] of Object.entries(files)) {
    if (file === undefined) continue;
    const { bytes, name } =
      typeof file === 'string' ? { bytes: await readFile(file), name: basename(file) } : file;
    form.append(part, new Blob([new Uint8Array(bytes)]), name);
  }
  return form;
}
