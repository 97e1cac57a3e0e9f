import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { startService } from '../setup/service.ts';

/** Uploads that are refused before their body has come: clients that we did not write read why, and are not reset. */
const run = promisify(execFile);
const someMinutes = 10 * 60_000;
const bytes = 40 * 1024 * 1024;

const service = await startService();
const folder = await mkdtemp(join(tmpdir(), 'appshelf-interop-'));
const file = join(folder, 'a.apk');
await writeFile(file, new Uint8Array(bytes));
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

const hundred = (status: number) => Array.from({ length: 100 }, () => String(status));

test.each(['HttpURLConnection', 'HttpClient'])(
  'Java’s %s reads the 401 each of 100 times',
  {
    timeout: someMinutes,
  },
  async (client) => {
    const address = `${service.url}/v1/applications/`;
    const program = join(import.meta.dirname, 'Upload.java');
    const { stdout } = await run('java', [program, client, address, String(bytes), '100']);
    expect(stdout.trim().split('\n')).toEqual(hundred(401));
  },
);

const ended = ['-H', 'X-TOKEN: ended'];
const whole = (token: string) => ['-H', `X-TOKEN: ${token}`, '-H', 'Content-Type: application/json'];

test.each<[what: string, status: number, path: string, words: (token: string, path: string) => string[]]>([
  [
    'the 401 of a token that has ended',
    401,
    '/v1/applications/',
    (_, path) => [...ended, '-F', `app_file=@${path}`],
  ],
  [
    'the 413 of a body that is too long',
    413,
    '/v1/users/',
    (token, path) => [...whole(token), '--data-binary', `@${path}`],
  ],
  [
    'the 431 of headers that are too long',
    431,
    '/v1/applications/',
    (_, path) => ['-H', `X-Long: ${'x'.repeat(70_000)}`, '-F', `app_file=@${path}`],
  ],
  [
    'the 400 of a header that is none',
    400,
    '/v1/applications/',
    (_, path) => ['-H', 'no header: x', '-F', `app_file=@${path}`],
  ],
])('curl reads %s each of 100 times', { timeout: someMinutes }, async (_, status, path, words) => {
  const statuses: string[] = [];
  for (let time = 0; time < 100; time += 1) {
    const options = ['-sS', '-o', '/dev/null', '-w', '%{http_code}', ...words(service.admin.token, file)];
    const { stdout } = await run('curl', [...options, new URL(path, service.url).href]);
    statuses.push(stdout);
  }
  expect(statuses).toEqual(hundred(status));
});
