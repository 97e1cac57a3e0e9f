import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { refusal } from '../../setup/answers.ts';
import { startService } from '../../setup/service.ts';

const catalogDir = await mkdtemp(join(tmpdir(), 'appshelf-catalog-'));
await writeFile(join(catalogDir, 'index.html'), '<!doctype html><title>Catalog</title>');
await writeFile(join(catalogDir, 'about.txt'), 'about');
const service = await startService({ catalogDir });
afterAll(async () => {
  await service.stop();
  await rm(catalogDir, { recursive: true });
});

const get = (path: string, accept?: string) =>
  service.fetch(path, { headers: accept === undefined ? {} : { accept } });
const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

describe('an address that is neither an operation nor a file', () => {
  test.each([browser, '*/*', 'text/html, application/json', undefined])(
    'is a page of the catalog for who asks for %s',
    async (accept) => {
      for (const path of ['/', '/apps/1', '/users/info']) {
        const { status, headers, body } = await get(path, accept);
        expect([status, body]).toEqual([200, expect.stringContaining('<title>Catalog</title>')]);
        expect(headers.get('vary')).toContain('Accept');
      }
    },
  );

  test.each(['application/json', 'application/json, */*;q=0.1', 'application/problem+json'])(
    'is the JSON error for who asks for %s',
    async (accept) => {
      for (const path of ['/apps/1', '/users/info', '/api/v1/users']) {
        expect(refusal(await get(path, accept))).toMatchObject({ status: 404, code: 1010 });
      }
    },
  );

  test.each(['/applications/', '/V1/applications/', '/v1/Applications', '/'])(
    'is the JSON error for who sends a token: %s',
    async (path) => {
      const answer = await service.fetch(path, {
        headers: { 'x-token': service.admin.token, accept: '*/*' },
      });
      expect(refusal(answer)).toMatchObject({ status: 404, code: 1010 });
      expect(answer.headers.get('vary')).toContain('X-TOKEN');
    },
  );

  test('is the JSON error for paths below a version and for missing files, whatever the client accepts', async () => {
    for (const path of ['/v2/nothing', '/v9/users', '/missing.js']) {
      expect(refusal(await get(path, browser))).toMatchObject({ status: 404, code: 1010 });
    }
  });
});

describe('an address that has no such method is refused with those that it has', () => {
  test.each([
    ['GET', '/v3/inspections/key/', 'POST'],
    ['PUT', '/v1/groups/', 'GET, POST'],
    ['PATCH', '/v1/groups/1', 'DELETE, PUT'],
    ['POST', '/healthz', 'GET'],
    ['DELETE', '/openapi.json', 'GET'],
  ])('%s %s', async (method, path, allow) => {
    const answer = await service.fetch(path, { method, headers: { 'x-token': service.admin.token } });
    expect(refusal(answer)).toMatchObject({ status: 405, code: 1023 });
    expect(answer.headers.get('allow')?.replace('HEAD, ', '').replace(', HEAD', '')).toBe(allow);
  });
});

test('a range beyond the end of a file is refused with its size', async () => {
  const answer = await service.fetch('/about.txt', { headers: { range: 'bytes=100-' } });
  expect(refusal(answer)).toMatchObject({ status: 416, code: 1020 });
  expect(answer.headers.get('content-range')).toBe('bytes */5');
});
