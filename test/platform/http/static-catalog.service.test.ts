import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusal } from '../../setup/answers.ts';
import { startService, type TestService } from '../../setup/service.ts';

let service: TestService;
let catalogDir: string;
beforeAll(async () => {
  catalogDir = await mkdtemp(join(tmpdir(), 'appshelf-catalog-'));
  await writeFile(join(catalogDir, 'index.html'), '<!doctype html><title>Catalog</title>');
  service = await startService({ catalogDir });
});
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

  test('is the JSON error below a version and where a file is named, whatever is asked for', async () => {
    for (const path of ['/v2/nothing', '/v9/users', '/missing.js']) {
      expect(refusal(await get(path, browser))).toMatchObject({ status: 404, code: 1010 });
    }
  });
});
