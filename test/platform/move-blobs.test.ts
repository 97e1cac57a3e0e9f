import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../../mock-server/launch/paths.ts';
import { diskStore } from '../../mock-server/platform/blobs/disk.ts';
import { type BucketServer, startBucketServer, testBucket } from '../setup/bucket-server.ts';

let server: BucketServer;
let home: string;
beforeAll(async () => {
  server = await startBucketServer();
  home = await mkdtemp(join(tmpdir(), 'appshelf-move-'));
});
afterAll(async () => {
  await server.stop();
  await rm(home, { recursive: true, force: true });
});

/** Runs the operator's command on a data directory and the bucket. */
function command(data: string, words: string, bucket = testBucket): Promise<{ code: number; text: string }> {
  const env = {
    ...process.env,
    DATA_DIR: join(home, data),
    BLOB_URL: `s3://${bucket}/moved?endpoint=${server.endpoint}`,
  };
  const program = [join(root, 'mock-server/commands/main.ts'), ...words.split(' ')];
  return new Promise((resolve) => {
    execFile(process.execPath, program, { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), text: stdout + stderr }),
    );
  });
}

test('files go to a bucket and back, each verified, and a damaged one is told and left out', async () => {
  const from = await diskStore(join(home, 'old', 'blobs'));
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
  const to = await diskStore(join(home, 'new', 'blobs'));
  expect((await buffer(await to.read('files', file.sha256))).equals(bytes)).toBe(true);
  expect(await to.size('images', image.sha256)).toBe(100);
});

test('a direction that there is none of, and a bucket that is not there, are told', async () => {
  expect(await command('old', 'blobs move somewhere')).toMatchObject({ code: 2 });
  const missing = await command('old', 'blobs move to-bucket', 'another-bucket');
  expect(missing).toMatchObject({ code: 1, text: expect.stringContaining('NoSuchBucket') });
});
