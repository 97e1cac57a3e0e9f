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

    test('leaves bytes that are put as they are, and takes over those that it receives', async () => {
      const mine = Buffer.from(new Uint8Array(100_000).fill(7).buffer);
      await store.put('files', mine);
      expect([mine.length, mine[99_999]]).toEqual([100_000, 7]);
      const received = await store.receive(Readable.from([mine]), 100_000);
      expect([received.size, mine.length]).toEqual([100_000, 0]);
      await store.discard(received);
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

    test('gives a blob back that turns out to be wanted while it is removed', async () => {
      const stored = await store.put('files', bytesOf('wanted after all'));
      expect(await store.remove('files', stored.sha256, async () => true)).toBe(false);
      expect(await store.size('files', stored.sha256)).toBe(16);
      const request = store.remove('files', stored.sha256, () => Promise.reject(new Error('no database')));
      await expect(request).rejects.toThrow('no database');
      expect(await store.size('files', stored.sha256)).toBe(16);
    });

    test('keeps the same bytes when they are stored again while they are removed', async () => {
      const bytes = bytesOf('removed and stored');
      const stored = await store.put('files', bytes);
      const storedAgain = async () => {
        await store.put('files', bytes);
        return false;
      };
      expect(await store.remove('files', stored.sha256, storedAgain)).toBe(true);
      expect(await buffer(await store.read('files', stored.sha256))).toEqual(bytes);
    });

    test('says of a blob that is stored again that it is new', async () => {
      const { sha256: again } = await store.put('files', bytesOf('new again'));
      const started = Date.now() - 1000;
      await store.put('files', bytesOf('new again'));
      let moment = 0;
      await store.remove('files', again, async ({ stored }) => {
        moment = stored;
        return true;
      });
      expect(moment).toBeGreaterThan(started);
    });

    test('takes a file in pieces, and counts only what is said to be safe', async () => {
      const piece = (text: string) => Readable.from([bytesOf(text)]);
      await store.partial.append('pieces', piece('one two thr'), { start: 0, limit: 100 });
      const answer = await store.partial.append('pieces', piece('three'), { start: 8, limit: 5 });
      expect(answer).toEqual({ end: 13, failure: null });
      const file = await store.partial.finish('pieces', 13, null);
      expect(file.sha256).toBe(sha256(bytesOf('one two three')));
      await store.promote('files', file);
      expect(await store.partial.getSize('pieces')).toBe(0);
      expect(await store.size('files', file.sha256)).toBe(13);
    });

    test('keeps of a piece that is too long, or breaks off, what came before', async () => {
      const long = Readable.from([Buffer.alloc(60, 1), Buffer.alloc(60, 2)]);
      const tooLong = await store.partial.append('long', long, { start: 0, limit: 100 });
      expect(tooLong).toMatchObject({ end: 60, failure: { errorName: 'body_too_large' } });
      const broken = new Readable({
        read() {
          this.push(Buffer.alloc(10, 3));
          this.destroy(new Error('the line is gone'));
        },
      });
      const brokenOff = await store.partial.append('long', broken, { start: 60, limit: 100 });
      expect(brokenOff).toMatchObject({ failure: { errorName: 'upload_incomplete' } });
      expect(await store.partial.getSize('long')).toBe(brokenOff.end);
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
