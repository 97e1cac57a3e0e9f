import { availableParallelism } from 'node:os';
import { setImmediate as nextRound } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { PasswordPool, passwordHelp } from '../../mock-server/platform/passwords/pool.ts';
import { timeouts } from '../setup/run/timeouts.ts';

const cheap = { kind: 'hash', memoryCost: 64, timeCost: 1 } as const;

test('a password is hashed by argon2id and found again', async () => {
  const pool = new PasswordPool();
  const hashed = String(await pool.run({ ...cheap, password: 'näher-dran' }));
  expect(hashed).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/);
  expect(await pool.run({ kind: 'verify', hashed, password: 'näher-dran' })).toBe(true);
  expect(await pool.run({ kind: 'verify', hashed, password: 'Näher-dran' })).toBe(false);
});

test('many wait for their turn, and more than may wait are told to come back', async () => {
  const pool = new PasswordPool();
  const tasks = Array.from({ length: 1_000 + availableParallelism() + 20 }, (_, at) =>
    pool.run({ ...cheap, password: `${at}` }).then(
      () => 'hashed',
      (error: { errorName?: string }) => error.errorName,
    ),
  );
  const ends = await Promise.all(tasks);
  expect(new Set(ends)).toEqual(new Set(['hashed', 'unavailable']));
  expect(ends.filter((end) => end === 'hashed').length).toBeGreaterThanOrEqual(1_000);
});

test('what cannot be hashed fails, and the next is not concerned', async () => {
  const pool = new PasswordPool();
  await expect(pool.run({ kind: 'verify', hashed: 'no hash', password: 'x' })).rejects.toThrow(
    'could not be hashed',
  );
  expect(await pool.run({ ...cheap, password: 'x' })).toMatch(/argon2id/);
});

test('a thread goes on with the next password while nobody takes its answer', async () => {
  const pool = new PasswordPool({ ...passwordHelp(), threads: 1, spare: null });
  const dear = { kind: 'hash', memoryCost: 4096, timeCost: 3 } as const;
  await vi.waitFor(
    async () => {
      const first = pool.run({ ...dear, password: 'first' });
      let isDone = false;
      const second = pool.run({ ...dear, password: 'second' }).finally(() => {
        isDone = true;
      });
      standStill(300);
      await first;
      await nextRound();
      const wasDone = isDone;
      await second;
      expect(wasDone).toBe(true);
    },
    { timeout: timeouts.step },
  );
});

/** Does nothing for some milliseconds, as a service that is busy with something else. */
const standStill = (milliseconds: number) =>
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
