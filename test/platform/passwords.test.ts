import { spawnSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { PasswordPool } from '../../mock-server/platform/passwords/pool.ts';
import { threadCounts } from '../../mock-server/platform/passwords/threads.ts';
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

/** One thread of each kind, however many processors this machine has. */
const both = { steady: 1, spare: 1 } as const;

const many = (pool: PasswordPool, count: number) =>
  Promise.all(Array.from({ length: count }, (_, at) => pool.run({ ...cheap, password: `${at}` })));

test('a spare thread takes only what nobody else wants of a processor', async () => {
  const hasPolicies = process.platform === 'linux' && spawnSync('chrt', ['-m']).status === 0;
  const pool = new PasswordPool(both);
  await vi.waitFor(
    async () => {
      await many(pool, 20);
      expect(await threadsThatYield()).toBe(hasPolicies);
    },
    { timeout: timeouts.step },
  );
});

/** Whether this process has a thread with the policy SCHED_IDLE, which is number 5 in proc(5). */
async function threadsThatYield(): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  const stats = (await readdir('/proc/self/task')).map(async (thread) => {
    const stat = await readFile(join('/proc/self/task', thread, 'stat'), 'utf8').catch(() => '');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[38] === '5';
  });
  return (await Promise.all(stats)).includes(true);
}

test('a system without spare threads has the steady ones do all', async () => {
  const { PATH } = process.env;
  process.env.PATH = '/nowhere';
  try {
    const hashes = await many(new PasswordPool(both), 50);
    expect(hashes.every((hash) => String(hash).startsWith('$argon2id$'))).toBe(true);
  } finally {
    process.env.PATH = PATH;
  }
});

test('what a spare thread does not get to, a steady one does', async () => {
  const pool = new PasswordPool(both, join(import.meta.dirname, 'starved-thread.ts'));
  const tasks = ['first', 'second', 'third'].map((password) => pool.run({ ...cheap, password }));
  expect(await Promise.all(tasks)).toEqual(['steady', 'steady', 'steady']);
});

test.each([
  [1, { steady: 1, spare: 0 }],
  [2, { steady: 1, spare: 1 }],
  [4, { steady: 3, spare: 1 }],
  [16, { steady: 4, spare: 0 }],
])('of %i processors one is left to everything else', (processors, counts) => {
  expect(threadCounts(processors)).toEqual(counts);
});
