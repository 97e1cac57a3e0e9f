import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  trackDeletion,
  withLock,
  withRecordsMove,
  withRecordsWrite,
  withTakeover,
} from '../../src/data/storage/locks.ts';

const account = 'appshelf-test-locks';

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => vi.useRealTimers());

/** A page that the system has frozen: it has the lock until it is released, whatever others need. */
async function freeze(name: string, mode: LockMode = 'exclusive') {
  const { promise, resolve } = Promise.withResolvers<void>();
  const isHeld = Promise.withResolvers<void>();
  const held = navigator.locks.request(name, { mode }, () => {
    isHeld.resolve();
    return promise;
  });
  const end = held.catch((fault: unknown) => fault);
  await isHeld.promise;
  return { release: resolve, end };
}

/** Whether the work was done before the frozen page went on. */
async function isDoneBeside(work: (done: () => Promise<void>) => Promise<unknown>): Promise<boolean> {
  let isDone = false;
  const working = work(async () => {
    isDone = true;
  });
  // The request for the lock is on its way before the time passes.
  await navigator.locks.query();
  await vi.advanceTimersByTimeAsync(60_000);
  await Promise.race([working, navigator.locks.request('appshelf-test-turn', () => navigator.locks.query())]);
  return isDone;
}

describe('a page that was frozen while it', () => {
  const records = `${account}:records`;
  const cases: readonly [string, string, LockMode, (done: () => Promise<void>) => Promise<unknown>][] = [
    [
      'moved records keeps nobody from writing',
      records,
      'exclusive',
      (done) => withRecordsWrite(account, done),
    ],
    [
      'wrote records keeps nobody from moving them',
      records,
      'shared',
      (done) => withRecordsMove(account, done),
    ],
    ['deleted an account keeps nobody from deleting one', 'appshelf:deletion', 'exclusive', trackDeletion],
    ['had any lock keeps nobody from work', 'any', 'exclusive', (done) => withTakeover('any', done)],
  ];

  it.each(cases)('%s', async (_, name, mode, work) => {
    const frozen = await freeze(name, mode);
    expect(await isDoneBeside(work)).toBe(true);
    frozen.release();
    expect(await frozen.end).toMatchObject({ name: 'AbortError' });
  });

  it('listened for events is waited for, because a live one listens for as long as it is seen', async () => {
    const frozen = await freeze('events');
    const waiting = withLock('events', async () => undefined);
    await vi.advanceTimersByTimeAsync(600_000);
    frozen.release();
    expect(await frozen.end).toBeUndefined();
    await waiting;
  });
});

it('writes go on beside each other, and what lost its lock to another page ends as it would have', async () => {
  const writing = Promise.withResolvers<string>();
  const first = withRecordsWrite(account, () => writing.promise);
  expect(await withRecordsWrite(account, async () => 'second')).toBe('second');
  const move = withRecordsMove(account, async () => 'moved');
  await navigator.locks.query();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await move).toBe('moved');
  writing.resolve('first');
  expect(await first).toBe('first');
});
