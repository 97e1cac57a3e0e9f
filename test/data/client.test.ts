import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listCatalog, listCategoryApplications, readCatalogApplication } from '../../contract/catalog.ts';
import { buildAddress } from '../../contract/common/request.ts';
import { serviceMark } from '../../contract/common/service-mark.ts';
import { authenticateUser } from '../../contract/identity.ts';
import { readBranding } from '../../contract/organizations.ts';
import { getBackoff } from '../../src/data/http/backoff.ts';
import { Client, type Outcome } from '../../src/data/http/client.ts';
import {
  type ClientError,
  RateLimitedError,
  RefusedError,
  SessionEndedError,
  toErrorReason,
} from '../../src/data/http/errors.ts';
import { parseJson, readFailure } from '../../src/data/http/failure.ts';
import type { Identity } from '../../src/data/records/session-record.ts';
import { type Line, type LineState, openLine } from '../setup/http/line.ts';
import { openService } from '../setup/open-service.ts';

const attempts = 6;

let line: Line;
let client: Client;

const service = await openService({ limits: { signInFailures: attempts } });
const user = await service.makeUser();
const { token, udid } = await service.signIn(user);
const identity = { token, udid };

beforeEach(async () => {
  line = await openLine(service.url);
  client = new Client(line.url);
});

afterEach(() => line.close());

describe('a call', () => {
  it('answers what the contract says', async () => {
    const branding = await client.call(readBranding);
    expect(branding.name).toBe('Test Organization');
  });

  it('carries the identity of the caller, and an entity tag back', async () => {
    client.identity = identity;
    const first = await client.fetch(listCatalog, { query: { count: 5 } });
    const etag = first.changed ? first.etag : null;
    expect(etag).not.toBeNull();
    expect(await client.fetch(listCatalog, { query: { count: 5 } }, etag)).toEqual({ changed: false });
  });

  it.each<[LineState, string]>([
    ['cut', 'unreachable'],
    ['deaf', 'unreachable'],
    ['hotel', 'foreign'],
    ['captive', 'foreign'],
    ['filter', 'foreign'],
    ['failing', 'server'],
  ])('over a line that is %s fails as %s', async (state, kind) => {
    line.state = state;
    await expect(client.call(readBranding)).rejects.toMatchObject({ kind });
  });

  it('that is refused says by which rule', async () => {
    client.identity = identity;
    const error = await client
      .call(readCatalogApplication, { params: { application: 'none' } })
      .catch((fault: unknown) => fault);
    expect(error).toBeInstanceOf(RefusedError);
    expect(error).toMatchObject({ kind: 'refused', refusal: { guid: expect.any(String) } });
  });

  it('with a void token ends the session, and says so to who listens', async () => {
    const ended: Identity[] = [];
    client.listen({ onSessionEnded: (_error, whose) => ended.push(whose) });
    client.identity = { ...identity, token: 'void' };
    await expect(client.call(listCatalog)).rejects.toBeInstanceOf(SessionEndedError);
    expect(ended).toEqual([{ ...identity, token: 'void' }]);
  });

  it('from a device that is not paired ends the session', async () => {
    client.identity = { ...identity, udid: 'unknown' };
    await expect(client.call(listCatalog)).rejects.toMatchObject({ errorName: 'device_unknown' });
  });

  it('that is made too often says how long to wait', async () => {
    const body = { user_id: 'nobody', password: 'wrong' };
    const call = () => client.call(authenticateUser, { body }).catch((fault: unknown) => fault);
    let error = await call();
    for (let made = 1; made <= attempts && !(error instanceof RateLimitedError); made += 1)
      error = await call();
    expect(error).toBeInstanceOf(RateLimitedError);
    expect(error).toMatchObject({ retryAfter: expect.any(Number) });
  });

  it('that waits long is told as slow, and given up after the time without a byte', async () => {
    const patient = new Client(line.url, 3_500);
    const slow: boolean[] = [];
    patient.listen({ onSlow: (isSlow) => slow.push(isSlow) });
    line.state = 'stuck';
    await expect(patient.call(readBranding)).rejects.toMatchObject({ kind: 'unreachable' });
    expect(slow).toEqual([true, false]);
  });

  it('that was given up throws why', async () => {
    const reason = new Error('changed my mind');
    await expect(client.call(readBranding, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  it('tells whether the service was reached', async () => {
    const outcomes: Outcome[] = [];
    client.listen({ onOutcome: (outcome) => outcomes.push(outcome) });
    await client.call(readBranding);
    line.state = 'cut';
    await client.call(readBranding).catch(() => undefined);
    await client.isReachable();
    line.state = 'hotel';
    await client.isReachable();
    line.state = 'captive';
    await client.isReachable();
    line.state = 'failing';
    await client.isReachable();
    line.state = 'open';
    await client.isReachable();
    expect(outcomes).toEqual(['answered', 'none', 'none', 'foreign', 'foreign', 'failing', 'answered']);
  });
});

describe('an address', () => {
  it('has its parameters and what of the query was given', () => {
    const address = buildAddress(listCategoryApplications, {
      params: { category: 'a b/c' },
      query: { start: 1, sort: undefined },
    });
    expect(address).toBe('/v2/catalog/categories/a%20b%2Fc/applications/?start=1');
  });
});

it('a line that drips for ever is given up', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const timer = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(timer));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const slow = new Client(`http://127.0.0.1:${port}`, 200);
  await expect(slow.call(readBranding)).rejects.toMatchObject({ kind: 'unreachable' });
  server.closeAllConnections();
  server.close();
});

describe('a service that is busy', () => {
  /** A service that answers its first requests as a busy one does: `busy` of them. */
  async function openBusy(busy: number) {
    const methods: string[] = [];
    const server = createServer((request, response) => {
      methods.push(request.method ?? '');
      const isBusy = methods.length <= busy;
      const mark = { [serviceMark.header]: serviceMark.value, 'content-type': 'application/json' };
      response.writeHead(isBusy ? 503 : 200, { ...mark, ...(isBusy && { 'retry-after': '0' }) });
      response.end('{}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const caller = new Client(`http://127.0.0.1:${port}`);
    const outcomes: Outcome[] = [];
    const busyStates: boolean[] = [];
    caller.listen({
      onOutcome: (outcome) => outcomes.push(outcome),
      onBusy: (isBusy) => busyStates.push(isBusy),
    });
    const close = () => {
      server.closeAllConnections();
      server.close();
    };
    return { caller, methods, outcomes, busyStates, close };
  }

  it('is asked again for what is only read, and says meanwhile that it is busy', async () => {
    const { caller, methods, outcomes, busyStates, close } = await openBusy(2);
    expect(await caller.call(readBranding)).toEqual({});
    expect((await caller.head('/file')).status).toBe(200);
    expect(methods).toEqual(['GET', 'GET', 'GET', 'HEAD']);
    expect(busyStates).toEqual([true, false, true, false]);
    expect(outcomes).toEqual(['answered', 'answered']);
    close();
  });

  it('counts as failing when it stays busy', async () => {
    const { caller, methods, outcomes, close } = await openBusy(99);
    await expect(caller.call(readBranding)).rejects.toMatchObject({ kind: 'server', status: 503 });
    expect(methods).toHaveLength(4);
    expect(outcomes).toEqual(['failing']);
    close();
  });

  it('is not asked again for what changes something', async () => {
    const { caller, methods, close } = await openBusy(1);
    const body = { user_id: 'anybody', password: 'secret' };
    const failure = await caller.call(authenticateUser, { body }).catch((fault: ClientError) => fault);
    expect(toErrorReason(failure as ClientError)).toEqual({ kind: 'server', name: 'unavailable' });
    expect(methods).toEqual(['POST']);
    close();
  });

  it('is no longer waited for when the caller gives up', async () => {
    const { caller, methods, close } = await openBusy(99);
    const ended = new AbortController();
    caller.listen({ onBusy: () => ended.abort(new Error('closed')) });
    await expect(caller.call(readBranding, { signal: ended.signal })).rejects.toThrow('closed');
    expect(methods).toEqual(['GET']);
    close();
  });
});

describe('an answer', () => {
  const json = { 'content-type': 'application/json' };
  const body = (code: number) => ({ error: { code, message: 'no', guid: 'g', error_details: null } });

  it.each([
    ['JSON cut off in the middle', new Response('{"a":', { headers: json }), '{"a":'],
    ['a page', new Response('<p>', { headers: { 'content-type': 'text/html' } }), '<p>'],
    ['nothing', new Response(''), ''],
  ])('that is %s is not of this service', (_what, response, text) => {
    expect(parseJson(response, text)).toBeUndefined();
  });

  it.each([
    ['12', 12],
    [null, 60],
    ['soon', 60],
    ['-5', 0],
    ['1e9', 900],
    // As a device whose clock is behind gets it.
    ['Fri, 31 Dec 2100 23:59:59 GMT', 900],
  ])('429 with Retry-After %s waits %d seconds', (value, seconds) => {
    const headers = { ...json, ...(value !== null && { 'retry-after': value }) };
    const error = readFailure(new Response('', { status: 429, headers }), body(1007), false);
    expect(error).toMatchObject({ kind: 'rate-limited', retryAfter: seconds });
  });

  it('with a code of a later version keeps its number', () => {
    const error = readFailure(new Response('', { status: 400 }), body(4711), true);
    expect(error).toMatchObject({ kind: 'refused', errorName: null, refusal: { code: 4711 } });
  });
});

describe('waiting between attempts', () => {
  it('grows to a quarter of an hour and is spread', () => {
    const waits = [1, 2, 3, 20].map((made) => [getBackoff(made, 0), getBackoff(made, 1)]);
    expect(waits).toEqual([
      [1000, 2000],
      [2000, 4000],
      [4000, 8000],
      [450_000, 900_000],
    ]);
  });
});
