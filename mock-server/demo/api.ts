import type { Operation } from '../../contract/common/operation.ts';
import {
  buildAddress,
  type FilesOf,
  type RequestOf,
  type ResponseOf,
} from '../../contract/common/request.ts';

interface File {
  bytes: Uint8Array;
  name: string;
}

/** The content of a call: a request, who sends it, and files. */
interface Call<O extends Operation = Operation> extends RequestOf<O> {
  token?: string;
  udid?: string;
  files?: FilesOf<O, File>;
}

/** Calls an operation of a running service that answers with JSON. Error: the service's answer, when it refused. */
export async function call<O extends Operation>(
  base: string,
  operation: O,
  args: Call<O> = {},
): Promise<ResponseOf<O>> {
  const response = await fetch(base + buildAddress(operation, args), {
    method: operation.method,
    headers: {
      ...(args.token && { 'x-token': args.token }),
      ...(args.udid && { 'x-udid': args.udid }),
      ...(args.files === undefined && args.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(args.body === undefined && args.files === undefined ? {} : { body: buildBody(args) }),
  });
  if (!response.ok) throw new Error(`${operation.name}: ${response.status} ${await response.text()}`);
  return (await response.json()) as ResponseOf<O>;
}

function buildBody({ body, files }: Call): string | FormData {
  if (files === undefined) return JSON.stringify(body);
  const form = new FormData();
  if (body !== undefined) form.append('data', JSON.stringify(body));
  for (const [part, file] of Object.entries(files)) {
    if (file !== undefined) form.append(part, new Blob([new Uint8Array(file.bytes)]), file.name);
  }
  return form;
}
