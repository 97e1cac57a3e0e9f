import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { Bucket } from '../../../mock-server/platform/blobs/bucket/bucket.ts';
import { createBucketStore } from '../../../mock-server/platform/blobs/bucket/store.ts';
import { createDiskStore } from '../../../mock-server/platform/blobs/disk.ts';
import { describeBlobStore } from '../../conformance/blob-store.ts';
import { startBucketServer } from '../../setup/bucket/bucket-server.ts';
import { FailingBucket } from '../../setup/bucket/failing-bucket.ts';
import { placeIn } from '../../setup/bucket/fresh-bucket.ts';

const server = await startBucketServer();
afterAll(() => server.stop());

const MiB = 1024 * 1024;
const as = { contentType: 'application/zip', cacheControl: 'private', contentDisposition: null };

async function temporary(): Promise<{ directory: string; remove(): Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'appshelf-blobs-'));
  return { directory, remove: () => rm(directory, { recursive: true, force: true }) };
}

/** A store with its own prefix; \`mostCopied\` limits the bytes of copies on the disk. */
async function inBucket(
  endpoint = server.endpoint,
  { mostCopied: maxCopiedBytes = MiB, location = placeIn(endpoint) } = {},
) {
  const { directory, remove } = await temporary();
  return {
    store: await createBucketStore({ location, directory, maxCopiedBytes }),
    remove,
    directory,
    location,
  };
}

describeBlobStore('on disk', async () => {
  const { directory, remove } = await temporary();
  return { store: await createDiskStore(directory), remove };
});

describeBlobStore('in a bucket', () => inBucket());

test('a removal that a crash cut off is finished, or undone where the blob is wanted after all', async () => {
  const { directory, remove } = await temporary();
  onTestFinished(remove);
  const onDisk = await createDiskStore(directory);
  const { store, remove: removeToo, location } = await inBucket();
  onTestFinished(removeToo);
  const names = [];
  for (const bytes of ['wanted', 'not wanted'])
    for (const one of [onDisk, store]) names.push((await one.put('files', Buffer.from(bytes))).sha256);
  const [wanted = '', , orphan = ''] = names;
  const bucket = new Bucket(location);
  await mkdir(join(directory, 'aside'));
  for (const name of [wanted, orphan]) {
    await rename(
      join(directory, 'files', name.slice(0, 2), name),
      join(directory, 'aside', `files-${name}-x`),
    );
    await bucket.copy(`files/${name}`, `aside/files-${name}-1-x`, 10);
    await bucket.delete(`files/${name}`);
  }
  for (const one of [onDisk, store]) {
    await one.cleanUp(0, async ({ sha256 }) => sha256 === wanted);
    expect([await one.size('files', wanted), await one.size('files', orphan)]).toEqual([6, null]);
  }
  expect(await readdir(join(directory, 'aside'))).toEqual([]);
  for await (const { key } of bucket.list('aside/')) expect(key).toBe('nothing is aside');
});

describe('a bucket', () => {
  test('takes a large file in parts, and gives back any part of it', async () => {
    const { store, remove } = await inBucket();
    onTestFinished(remove);
    const bytes = randomBytes(20 * MiB + 7);
    const received = await store.receive(Readable.from([Buffer.from(bytes)]), bytes.length);
    const { sha256 } = await store.promote('files', received);
    expect((await buffer(await store.read('files', sha256))).equals(bytes)).toBe(true);
    const part = await store.read('files', sha256, { start: 9 * MiB, end: 9 * MiB + 99 });
    expect((await buffer(part)).equals(bytes.subarray(9 * MiB, 9 * MiB + 100))).toBe(true);
  });

  test('lets another instance go on with an upload, and finish it', async () => {
    const one = await inBucket();
    const other = await inBucket(server.endpoint, { location: one.location });
    onTestFinished(() => Promise.all([one.remove(), other.remove()]).then(() => undefined));
    const bytes = randomBytes(9 * MiB);
    const piece = (from: number, to?: number) => Readable.from([Buffer.from(bytes.subarray(from, to))]);
    const started = await one.store.partial.append('shared', piece(0, 100), {
      start: 0,
      limit: bytes.length,
    });
    expect(started).toEqual({ end: 100, failure: null });
    const reported: number[] = [];
    await other.store.partial.append('shared', piece(100), {
      start: 100,
      limit: bytes.length,
      onSafe: async (end) => {
        reported.push(end);
      },
    });
    expect(reported.at(-1)).toBe(bytes.length);
    const file = await one.store.partial.finish('shared', bytes.length, null);
    const { sha256 } = await one.store.promote('files', file);
    expect((await buffer(await other.store.read('files', sha256))).equals(bytes)).toBe(true);
    expect(await other.store.partial.getSize('shared')).toBe(0);
  });

  test('gives an address that anybody may read for a while, in parts too, with the headers that it was told', async () => {
    const { store, remove } = await inBucket();
    onTestFinished(remove);
    const { sha256 } = await store.put('files', Buffer.from('0123456789'));
    const address = await store.address('files', sha256, { ...as, contentDisposition: 'attachment' });
    expect(new URL(address).searchParams.get('X-Amz-Expires')).toBe('600');
    const answer = await fetch(address, { headers: { range: 'bytes=2-4' } });
    expect([answer.status, await answer.text()]).toEqual([206, '234']);
    expect(answer.headers.get('content-type')).toBe('application/zip');
    expect(answer.headers.get('content-disposition')).toBe('attachment');
  });

  test('leaves copies for workers on the disk only as far as there is room, and none of damaged files', async () => {
    const { store, remove, directory, location } = await inBucket(server.endpoint, { mostCopied: 250 });
    onTestFinished(remove);
    const names = [];
    for (const size of [100, 101, 102]) names.push((await store.put('files', randomBytes(size))).sha256);
    const open = await Promise.all(names.map((name) => store.open('files', name)));
    expect((await readdir(join(directory, 'copies'))).sort()).toEqual(
      names.map((name) => `files-${name}`).sort(),
    );
    for (const { release } of open) await release();
    expect(await readdir(join(directory, 'copies'))).toHaveLength(2);
    const damaged = 'a'.repeat(64);
    await new Bucket(location).put(`files/${damaged}`, Buffer.from('something else'));
    await expect(store.open('files', damaged)).rejects.toThrow('damaged');
    expect(await readdir(join(directory, 'incoming'))).toEqual([]);
  });

  test.each([
    ['has no room', { status: 507, code: 'InsufficientStorage' }, 'storage_full'],
    ['is over its quota', { status: 403, code: 'QuotaExceeded' }, 'storage_full'],
    ['gives no rights', { status: 403, code: 'AccessDenied' }, 'unavailable'],
    ['is gone', { status: 404, code: 'NoSuchBucket' }, 'unavailable'],
  ])('that %s is told as such, and nothing half is kept', async (_, fault, errorName) => {
    const proxy = new FailingBucket(server.endpoint);
    const { store, remove } = await inBucket(await proxy.start());
    onTestFinished(async () => {
      await proxy.stop();
      await remove();
    });
    const received = await store.receive(Readable.from([randomBytes(9 * MiB)]), 10 * MiB);
    Object.assign(proxy, { fault, hits: ({ method }: { method: string }) => method === 'PUT' });
    const reported = { errorName, headers: { 'retry-after': expect.any(String) } };
    await expect(store.promote('files', received)).rejects.toMatchObject(reported);
    const started = await store.partial.append('begun', Readable.from([randomBytes(10)]), {
      start: 0,
      limit: 10,
    });
    expect(started).toMatchObject({ end: 0, failure: reported });
    proxy.fault = null;
    expect(await store.size('files', received.sha256)).toBeNull();
    await store.promote('files', received);
    expect(await store.size('files', received.sha256)).toBe(9 * MiB);
    Object.assign(proxy, { fault, hits: ({ method }: { method: string }) => method === 'GET' });
    await expect(store.read('files', received.sha256)).rejects.toMatchObject({ errorName });
  });

  test('that stops in the middle of a file is at fault itself, and leaves no half of it for workers', async () => {
    const proxy = new FailingBucket(server.endpoint);
    const { store, remove, directory } = await inBucket(await proxy.start());
    onTestFinished(async () => {
      await proxy.stop();
      await remove();
    });
    const { sha256 } = await store.put('files', randomBytes(1000));
    proxy.cuts = true;
    await expect(store.open('files', sha256)).rejects.toMatchObject({ errorName: 'unavailable' });
    for (const folder of ['incoming', 'copies']) expect(await readdir(join(directory, folder))).toEqual([]);
    proxy.cuts = false;
    await (await store.open('files', sha256)).release();
  });

  test('whose server does not answer is told as such, and why to who operates the service', async () => {
    const { store, remove } = await inBucket('http://127.0.0.1:9');
    onTestFinished(remove);
    await expect(store.size('files', 'a'.repeat(64))).rejects.toMatchObject({ errorName: 'unavailable' });
    expect(await store.findProblem()).toBeNull();
    const location = { ...placeIn(server.endpoint), bucket: 'another' };
    const missing = await inBucket(server.endpoint, { location });
    onTestFinished(missing.remove);
    expect(await missing.store.findProblem()).toContain('NoSuchBucket');
  });
});
