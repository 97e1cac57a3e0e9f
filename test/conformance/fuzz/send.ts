import type { Operation } from '../../../contract/common/operation.ts';
import { buildAddress } from '../../../contract/common/request.ts';
import type { Answer } from '../../setup/answers.ts';
import { damaged } from '../../setup/damaged-json.ts';
import { formType, type RawPart, rawForm } from '../../setup/http/raw-form.ts';
import type { Arguments } from '../../setup/requests.ts';
import { timeouts } from '../../setup/run/timeouts.ts';
import { ipa } from '../../setup/world/publishing.ts';
import { identityOf, requestFor } from '../roles/requests.ts';
import type { Caller, World } from '../roles/world.ts';
import type { Draw, Text } from './draw.ts';
import { identifierOf, type Known, names } from './known.ts';

/** The request as it is sent. */
export interface Sent {
  method: string;
  address: string;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer> | undefined;
}

const isKnown = (value: unknown): value is Known =>
  typeof value === 'object' && value !== null && 'whose' in value && 'name' in value;
const textOf = (world: World, text: Text): string =>
  isKnown(text) ? String(identifierOf(world, text)) : text;
/** Characters that no client can put into a header are percent-encoded. */
const headerOf = (value: unknown): string => encodeURIComponent(String(value).toWellFormed()).slice(0, 2_000);

/** Characters that would make the address that of another operation are left out. */
const inPath = (params: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      /^\.{0,2}$/.test(String(value)) ? 'none' : String(value),
    ]),
  );

/** The request that a drawn request stands for in a world. */
export async function requestOf(world: World, operation: Operation, draw: Draw): Promise<Sent> {
  const caller = (draw.caller.of === 'top' ? world.ofTop : world.ofMiddle).get(draw.caller.name);
  const base = await baseOf(world, operation, draw, caller);
  const drawn = (values: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, isKnown(value) ? textOf(world, value) : value]),
    );
  const { token, udid } = base;
  const address = buildAddress(operation, {
    params: { ...base.params, ...inPath(drawn(draw.params)) },
    query: { ...base.query, ...drawn(draw.query) },
    org: draw.org === null ? undefined : textOf(world, draw.org),
  });
  const more = Object.entries(drawn(draw.headers)).map(([name, value]) => [name, headerOf(value)]);
  const content = contentOf(world, operation, draw, base.body);
  return {
    method: operation.method,
    address,
    headers: {
      ...(token !== undefined && { 'x-token': token }),
      ...(udid !== undefined && { 'x-udid': udid }),
      ...base.headers,
      ...Object.fromEntries(more),
      ...(content.type !== '' && { 'content-type': content.type }),
    },
    body: content.body,
  };
}

/** A valid request, or what is left of one: the caller, and an existing object for each parameter of the path. */
async function baseOf(
  world: World,
  operation: Operation,
  { sound, caller: { of } }: Draw,
  caller: Caller | undefined,
): Promise<Arguments> {
  if (sound) {
    try {
      return await requestFor(operation, world[of], caller);
    } catch {
      // Earlier requests have removed what it needs.
    }
  }
  const parameters = [...operation.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const named = (parameter: string): Known => ({
    whose: of,
    name: names.find((name) => parameter.startsWith(name)) ?? 'organization',
  });
  const params = parameters.map((name) => [name, identifierOf(world, named(name))] as const);
  return { ...identityOf(operation, caller), params: Object.fromEntries(params) };
}

function contentOf(
  world: World,
  operation: Operation,
  draw: Draw,
  sound: unknown,
): { type: string; body: Sent['body'] } {
  const { method, consumes, files } = operation;
  if (method === 'GET') return { type: '', body: undefined };
  const value = draw.body === null ? sound : draw.body.value;
  const [change] = draw.changes;
  const json =
    change === undefined
      ? JSON.stringify(value)
      : damaged(value ?? {}, change.place, pieceOf(world, change.piece));
  if (files !== undefined && draw.parts !== null) {
    const parts = formParts(files, json ?? '{}');
    const chosen = draw.parts.flatMap((at) => parts[at % parts.length] ?? []);
    const form = rawForm(chosen);
    const end = draw.cut === null ? form.length : Math.floor(draw.cut * form.length);
    return { type: formType, body: new Uint8Array(form.subarray(0, end)) };
  }
  if (json === undefined) return { type: '', body: undefined };
  return {
    type: consumes !== undefined && draw.type === 'application/json' ? consumes : draw.type,
    body: json,
  };
}

const pieceOf = (world: World, piece: Text): string =>
  isKnown(piece) ? JSON.stringify(identifierOf(world, piece)) : piece;

/** Parts that a form of an operation may have, and parts that it may not have. */
function formParts(files: readonly string[], json: string): RawPart[] {
  const data = { disposition: 'name="data"', body: json };
  const ofFiles = files.flatMap((name): RawPart[] => [
    { disposition: `name="${name}"; filename="a.ipa"`, body: ipa('org.example.fuzz') },
    { disposition: `name="${name}"; filename="a.png"`, type: 'image/png', body: 'no picture' },
    { disposition: `name="${name}"`, body: 'no file' },
  ]);
  const odd = { disposition: 'name="other"; filename="../a"', body: 'x' };
  return [data, { ...data, type: 'application/json' }, odd, ...ofFiles];
}

/** Sends it. Error: no answer within the time of a step. The end of a stream of events is not awaited. */
export async function send(url: string, { address, ...init }: Sent): Promise<Answer> {
  const response = await fetch(new URL(address, url), {
    ...init,
    body: init.body ?? null,
    redirect: 'manual',
    signal: AbortSignal.timeout(timeouts.step),
  });
  const { status, headers } = response;
  const type = headers.get('content-type') ?? '';
  if (type.startsWith('text/event-stream')) {
    await response.body?.cancel();
    return { status, headers, body: '' };
  }
  const text = await response.text();
  return { status, headers, body: /[/+]json/.test(type) && text !== '' ? JSON.parse(text) : text };
}
