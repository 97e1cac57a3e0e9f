import { describe, expect, test } from 'vitest';
import { serviceMark } from '../../../contract/common/service-mark.ts';
import { head, openRaw } from '../../setup/http/raw-socket.ts';
import { openService } from '../../setup/open-service.ts';

/**
 * Bytes that no client sends: each is answered once, with the error object, and what follows on the connection is not
 * read.
 */
const service = await openService();

const hidden = head('GET /v2/users/info/');
const post = (headers: string, body: string) =>
  `POST /v2/users/authenticate/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${headers}\r\n${body}`;

async function refusedOnce(text: string): Promise<string> {
  const answer = await openRaw(service.url, text).ended();
  expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
  const lines = answer.toLowerCase();
  expect(lines).toContain('x-content-type-options: nosniff');
  expect(lines).toContain("content-security-policy: default-src 'none'");
  expect(lines).toContain(`${serviceMark.header}: ${serviceMark.value}`);
  expect(answer).toMatch(/\{"error":\{"code":1000,/);
  return answer;
}

describe('a request that two servers could read as different ones is refused', () => {
  test.each<[string, string]>([
    [
      'a length and chunks',
      post('Content-Length: 4\r\nTransfer-Encoding: chunked\r\n', `0\r\n\r\n${hidden}`),
    ],
    ['two lengths', post('Content-Length: 2\r\nContent-Length: 0\r\n', `{}${hidden}`)],
    ['a length with a sign', post('Content-Length: +2\r\n', `{}${hidden}`)],
    ['a length that is none', post('Content-Length: 0x2\r\n', `{}${hidden}`)],
    ['two lengths in one', post('Content-Length: 2, 3\r\n', `{}${hidden}`)],
    ['another coding of the transfer', post('Transfer-Encoding: xchunked\r\n', `0\r\n\r\n${hidden}`)],
    ['chunks not last', post('Transfer-Encoding: chunked, identity\r\n', `0\r\n\r\n${hidden}`)],
    ['a space before the colon', post('Transfer-Encoding : chunked\r\n', `0\r\n\r\n${hidden}`)],
    ['a length folded over lines', post('Content-Length:\r\n 2\r\n X: y\r\n', `{}${hidden}`)],
    ['a NUL in a header', post('X: a\0b\r\n', hidden)],
    ['lines that end without a return', `GET /healthz HTTP/1.1\nHost: localhost\n\n${hidden}`],
    ['no host', `GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n`],
    ['two hosts', `GET /healthz HTTP/1.1\r\nHost: localhost\r\nhost: 127.0.0.1\r\nConnection: close\r\n\r\n`],
  ])('%s', async (_, text) => {
    expect(await refusedOnce(text)).toContain('"code":1000');
  });

  test('chunks of a wrong size', async () => {
    const answer = await openRaw(
      service.url,
      post('Transfer-Encoding: chunked\r\n', `2;\x00\r\n{}\r\n0\r\n\r\n${hidden}`),
    ).ended();
    expect(answer).not.toContain('HTTP/1.1 2');
    expect(answer.match(/HTTP\/1\.1 /g)?.length ?? 0).toBeLessThan(2);
  });
});

describe('what is no request is refused', () => {
  test.each<[string, string]>([
    ['nonsense', 'hello\r\n\r\n'],
    ['TLS on the plain port', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['a version that is none', 'GET /healthz HTTP/9.9\r\nHost: localhost\r\n\r\n'],
    ['a method that is none', 'NOTHING /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['too many headers', head('GET /healthz', { x: 'x'.repeat(20_000) })],
  ])('%s', async (_, text) => {
    expect(await refusedOnce(text)).toContain('"code":1000');
  });

  test('an address that cannot be decoded, with the headers of every answer', async () => {
    expect(await refusedOnce(head('GET /v2/users/%zz/', { connection: 'close' }))).toContain('"code":1000');
  });

  test.each(['CONNECT localhost:80', 'TRACE /healthz'])('%s does nothing', async (line) => {
    const answer = await openRaw(service.url, head(line, { connection: 'close' })).ended();
    expect(answer).not.toContain('HTTP/1.1 2');
  });

  test.each([
    [
      'Upgrade',
      { upgrade: 'h2c', connection: 'Upgrade, HTTP2-Settings, close', 'http2-settings': 'AAMAAABk' },
    ],
    ['Expect', { expect: 'the impossible', connection: 'close' }],
  ])('%s is answered as any request', async (_, headers) => {
    const answer = await openRaw(service.url, head('GET /healthz', headers)).ended();
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer.toLowerCase()).toContain('x-content-type-options: nosniff');
  });
});

describe('requests in one go', () => {
  test('are answered in their order', async () => {
    const paths = Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? '/healthz' : '/v2/nothing'));
    const raw = openRaw(service.url, paths.map((path) => head(`GET ${path}`)).join(''));
    expect(await raw.statuses(40)).toEqual(paths.map((path) => (path === '/healthz' ? 200 : 404)));
    raw.close();
  });

  test('are not answered after one that was refused for its body', async () => {
    const raw = openRaw(
      service.url,
      head('POST /v2/users/authenticate/', { 'content-type': 'application/json', 'content-length': 20_000 }) +
        head('GET /healthz').repeat(3),
    );
    expect((await raw.ended()).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413']);
  });

  test('that stop in the middle harm nobody', async () => {
    const raws = Array.from({ length: 50 }, (_, at) =>
      openRaw(service.url, head('GET /healthz').slice(0, at)),
    );
    for (const raw of raws) raw.close();
    expect((await service.fetch('/healthz')).status).toBe(200);
  });
});
