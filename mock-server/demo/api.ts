import type { Operation } from '../../contract/common/operation.ts';

export interface Call {
  token?: string;
  udid?: string;
  params?: Record<string, string | number>;
  body?: unknown;
  headers?: Record<string, string>;
  files?: Record<string, { bytes: Uint8Array; name: string }>;
}

/** Calls an operation of a running service. Error: what the service answered, when it refused. */
export async function call(
  base: string,
  operation: Operation,
  args: Call = {},
): Promise<Record<string, unknown>> {
  const response = await fetch(base + addressOf(operation, args.params), {
    method: operation.method,
    headers: {
      ...(args.token && { 'x-token': args.token }),
      ...(args.udid && { 'x-udid': args.udid }),
      ...(args.files === undefined && args.body !== undefined && { 'content-type': 'application/json' }),
      ...args.headers,
    },
    ...(args.body === undefined && args.files === undefined ? {} : { body: bodyOf(args) }),
  });
  if (!response.ok) throw new Error(`${operation.name}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
}

/** The path of an operation with its parameters. */
export const addressOf = (operation: Operation, params: Call['params'] = {}): string =>
  operation.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));

function bodyOf({ body, files }: Call): string | FormData {
  if (files === undefined) return JSON.stringify(body);
  const form = new FormData();
  if (body !== undefined) form.append('data', JSON.stringify(body));
  for (const [part, { bytes, name }] of Object.entries(files))
    form.append(part, new Blob([new Uint8Array(bytes)]), name);
  return form;
}
