import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { root } from '../../../mock-server/launch/paths.ts';
import { createDiskStore } from '../../../mock-server/platform/blobs/disk.ts';
import { startBucketServer, testBucket } from '../../setup/bucket/bucket-server.ts';
import { FailingBucket } from '../../setup/bucket/failing-bucket.ts';

const server = await startBucketServer();
const home = await mkdtemp(join(tmpdir(), 'appshelf-move-'));
afterAll(async () => {
  await server.stop();
  await rm(home, { recursive: true, force: true });
});

const program = (words: string) => [join(root, 'mock-server/commands/main.ts'), ...words.split(' ')];
const settings = (data: string, address: string) => ({
  ...process.env,
  DATA_DIR: join(home, data),
  BLOB_URL: `s3://${address}`,
});

/** Runs the operator's command on a data directory and the bucket. */
function command(
  data: string,
  words: string,
  place = `${testBucket}/moved`,
): Promise<{ code: number; text: string }> {
  const env = settings(data, `${place}?endpoint=${server.endpoint}`);
  return new Promise((resolve) => {
    execFile(process.execPath, program(words), { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), text: stdout + stderr }),
    );
  });
}

test('files go to a bucket and back, each verified, and a damaged one is told and left out', async () => {
  const from = await createDiskStore(join(home, 'old', 'blobs'));
  const bytes = randomBytes(300_000);
  const file = await from.put('files', bytes);
  const image = await from.put('images', randomBytes(100));
  const damaged = await from.put('files', randomBytes(500));
  const { path } = await from.open('files', damaged.sha256);
  await writeFile(path, randomBytes(500));

  const first = await command('old', 'blobs move to-bucket');
  expect(first).toMatchObject({ code: 1, text: expect.stringContaining('2 moved, 1 failed') });
  expect(first.text).toContain(`files/${damaged.sha256}: the bytes to copy have the hash`);
  await rm(path);
  expect(await command('old', 'blobs move to-bucket')).toEqual({ code: 0, text: '2 moved, 0 failed\n' });
  expect(await command('any', 'blobs verify')).toEqual({ code: 0, text: '2 verified, 0 failed\n' });

  expect(await command('new', 'blobs move to-disk')).toEqual({ code: 0, text: '2 moved, 0 failed\n' });
  const to = await createDiskStore(join(home, 'new', 'blobs'));
  expect((await buffer(await to.read('files', file.sha256))).equals(bytes)).toBe(true);
  expect(await to.size('images', image.sha256)).toBe(100);
});

test('a direction that there is none of, and a bucket that is not there, are told', async () => {
  expect(await command('old', 'blobs move somewhere')).toMatchObject({ code: 2 });
  const missing = await command('old', 'blobs move to-bucket', 'another-bucket/moved');
  expect(missing).toMatchObject({ code: 1, text: expect.stringContaining('NoSuchBucket') });
});

/** Runs the command until it sends the bucket a request that `hits`, and kills it there. */
async function killedAt(
  hits: (request: IncomingMessage) => boolean,
  data: string,
  words: string,
): Promise<void> {
  const proxy = new FailingBucket(server.endpoint);
  const env = settings(data, `${testBucket}/killed?endpoint=${await proxy.start()}`);
  const running = spawn(process.execPath, program(words), { env, stdio: 'ignore' });
  onTestFinished(() => proxy.stop());
  const ended = once(running, 'exit');
  Object.assign(proxy, {
    fault: { status: 503, code: 'Never' },
    hits: (request: IncomingMessage) => hits(request) && running.kill('SIGKILL'),
  });
  expect(await ended).toEqual([null, 'SIGKILL']);
}

test('a command that is killed in the middle of a file, either way, goes on when it is run again, and all arrives', async () => {
  const from = await createDiskStore(join(home, 'full', 'blobs'));
  const files = new Map<string, Buffer>();
  for (const size of [10, 9_000_000, 20]) {
    const bytes = randomBytes(size);
    files.set((await from.put('files', bytes)).sha256, bytes);
  }
  const done = { code: 0, text: '3 moved, 0 failed\n' };
  const place = `${testBucket}/killed`;
  // A file of several parts, at least one of which has arrived.
  await killedAt(({ url = '' }) => url.includes('partNumber=2'), 'full', 'blobs move to-bucket');
  expect(await command('full', 'blobs move to-bucket', place)).toEqual(done);
  expect(await command('any', 'blobs verify', place)).toEqual({ code: 0, text: '3 verified, 0 failed\n' });

  let read = 0;
  const second = ({ method, url = '' }: IncomingMessage) =>
    method === 'GET' && url.includes('/killed/files/') && (read += 1) === 2;
  await killedAt(second, 'empty', 'blobs move to-disk');
  expect(await command('empty', 'blobs move to-disk', place)).toEqual(done);
  const to = await createDiskStore(join(home, 'empty', 'blobs'));
  for (const [sha256, bytes] of files)
    expect((await buffer(await to.read('files', sha256))).equals(bytes)).toBe(true);
});
