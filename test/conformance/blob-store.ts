import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BlobStore } from '../../mock-server/platform/blobs/store.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const bytesOf = (text: string) => Buffer.from(text);

/** What every blob store must do; each implementation runs it. `open` gives a fresh store and how to remove it. */
export function describeBlobStore(
  name: string,
  open: () => Promise<{ store: BlobStore; remove(): Promise<void> }>,
) {
  describe(`the blob store ${name}`, () => {
    let store: BlobStore;
    let remove: () => Promise<void>;
    beforeAll(async () => {
      ({ store, remove } = await open());
    });
    afterAll(async () => {
      await remove();
    });

    test('gives back the bytes that were put, under their hash', async () => {
      await fc.assert(
        fc.asyncProperty(fc.uint8Array({ maxLength: 5000 }), async (bytes) => {
          const stored = await store.put('files', bytes);
          expect(stored).toEqual({ sha256: sha256(bytes), size: bytes.length });
          expect(await buffer(await store.read('files', stored.sha256))).toEqual(Buffer.from(bytes));
        }),
        { numRuns: 20 },
      );
    });

    test('gives back a part, both ends included', async () => {
      const stored = await store.put('files', bytesOf('0123456789'));
      const part = await store.read('files', stored.sha256, { start: 2, end: 5 });
      expect((await buffer(part)).toString()).toBe('2345');
    });

    test('keeps its rooms apart', async () => {
      const stored = await store.put('images', bytesOf('an image'));
      expect(await store.size('images', stored.sha256)).toBe(8);
      expect(await store.size('files', stored.sha256)).toBeNull();
    });

    test('takes a file only when it is promoted', async () => {
      const received = await store.receive(Readable.from([bytesOf('half'), bytesOf(' and half')]), 100);
      expect(await store.size('files', received.sha256)).toBeNull();
      expect(await store.promote('files', received)).toEqual({
        sha256: sha256(bytesOf('half and half')),
        size: 13,
      });
      expect(await store.size('files', received.sha256)).toBe(13);
    });

    test('keeps nothing of a file that was discarded', async () => {
      const received = await store.receive(Readable.from([bytesOf('to be thrown away')]), 100);
      await store.discard(received);
      await store.discard(received);
      expect(await store.size('files', received.sha256)).toBeNull();
    });

    test('keeps nothing of a file that is too large', async () => {
      const large = store.receive(Readable.from([Buffer.alloc(60), Buffer.alloc(60)]), 100);
      await expect(large).rejects.toMatchObject({ errorName: 'body_too_large' });
    });

    test('keeps nothing of a file that breaks off', async () => {
      const broken = new Readable({
        read() {
          this.push('begin');
          this.destroy(new Error('the line is gone'));
        },
      });
      await expect(store.receive(broken, 100)).rejects.toMatchObject({ errorName: 'upload_incomplete' });
    });

    test('takes the same bytes twice and keeps them once', async () => {
      await store.put('files', bytesOf('twice'));
      const { sha256: twice } = await store.put('files', bytesOf('twice'));
      const names: string[] = [];
      for await (const blob of store.list('files')) names.push(blob.sha256);
      expect(names.filter((one) => one === twice)).toHaveLength(1);
    });

    test('forgets what is removed', async () => {
      const stored = await store.put('files', bytesOf('gone soon'));
      expect(await store.remove('files', stored.sha256, async () => false)).toBe(true);
      expect(await store.size('files', stored.sha256)).toBeNull();
      await expect(store.read('files', stored.sha256)).rejects.toMatchObject({ errorName: 'not_found' });
    });

    test.each(['', '../secret.key', 'a'.repeat(63), 'A'.repeat(64), `${'a'.repeat(64)}/..`])(
      'has nothing under the name %j',
      async (name) => {
        expect(await store.size('files', name)).toBeNull();
        await expect(store.read('files', name)).rejects.toMatchObject({ errorName: 'not_found' });
      },
    );
  });
}
