import { fork, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type PasswordHelp, PasswordPool, passwordHelp } from '../../mock-server/platform/passwords/pool.ts';
import { idlePolicy, mostAnswers } from '../../mock-server/platform/passwords/spare-process.ts';
import { timeouts } from '../setup/run/timeouts.ts';
import { withSpare } from './crowd-of-passwords.ts';

const dear = { kind: 'hash', memoryCost: 4096, timeCost: 2 } as const;
const patiently = { timeout: timeouts.step, interval: 20 };
const started: number[] = [];

afterEach(() => {
  for (const pid of started.splice(0)) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
});

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // The process has ended.
    return '';
  }
}

/** The fields of proc(5) from the third: the state of a process, its parent. */
const fieldsOf = (pid: number): string[] => {
  const stat = read(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
};

/** One that has ended, and that nobody has asked about yet, is not alive. */
const isAlive = (pid: number): boolean => !['', 'Z', 'X'].includes(fieldsOf(pid)[0] ?? '');

/** Processes of a parent that hash passwords. */
const sparesOf = (parent: number): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && fieldsOf(pid)[1] === String(parent) && isAlive(pid))
    .filter((pid) => read(`/proc/${pid}/cmdline`).split('\0').includes(withSpare.program));

/** Hashes at one moment. Error: when one of them fails. */
async function hashMany(pool: PasswordPool, count: number): Promise<void> {
  const tasks = Array.from({ length: count }, (_, at) => pool.run({ ...dear, password: `${at}` }));
  for (const hashed of await Promise.all(tasks)) expect(hashed).toMatch(/^\$argon2id\$/);
}

/** A pool whose spare process has come because of a crowd, and the number of that. */
async function crowded(help: PasswordHelp = withSpare): Promise<{ pool: PasswordPool; pid: number }> {
  const pool = new PasswordPool(help);
  const before = sparesOf(process.pid);
  await hashMany(pool, 12);
  const pid = await vi.waitFor(() => {
    const found = sparesOf(process.pid).find((one) => !before.includes(one));
    if (found === undefined) throw new Error('There is no spare process.');
    return found;
  }, patiently);
  started.push(pid);
  await vi.waitFor(async () => {
    await hashMany(pool, 12);
    expect(cpuOf(pid)).toBeGreaterThan(0);
  }, patiently);
  return { pool, pid };
}

/** Processor time that a process has used. */
const cpuOf = (pid: number): number => Number(fieldsOf(pid)[11]) + Number(fieldsOf(pid)[12]);

describe('the spare process', () => {
  test('does what a crowd wants, and nothing before there is one', async () => {
    const pool = new PasswordPool(withSpare);
    await hashMany(pool, 5);
    expect(sparesOf(process.pid)).toEqual([]);
    const { pool: other, pid } = await crowded();
    const before = cpuOf(pid);
    await vi.waitFor(async () => {
      await hashMany(other, 50);
      // Three passwords of a hundredth of a second at least.
      expect(cpuOf(pid)).toBeGreaterThan(before + 3);
    }, patiently);
  });

  test('answers several at a time, so that the sessions that follow share a commit', async () => {
    const { pool } = await crowded();
    await vi.waitFor(async () => {
      const rounds = new Map<number, number>();
      let round = 0;
      const isOver = new AbortController();
      const count = async (): Promise<void> => {
        for (; !isOver.signal.aborted; round++) await setImmediate();
      };
      const counted = count();
      const one = async (at: number): Promise<void> => {
        await pool.run({ ...dear, password: `${at}` });
        rounds.set(round, (rounds.get(round) ?? 0) + 1);
      };
      await Promise.all(Array.from({ length: 60 }, (_, at) => one(at)));
      isOver.abort();
      await counted;
      expect(Math.max(...rounds.values())).toBeGreaterThanOrEqual(mostAnswers);
    }, patiently);
  });

  test('is told of passwords by its channel only', async () => {
    process.env.SECRET_OF_THE_SERVICE = 'a-secret';
    try {
      const { pid } = await crowded();
      expect(read(`/proc/${pid}/environ`)).toMatch(/UV_THREADPOOL_SIZE/);
      expect(read(`/proc/${pid}/environ`)).not.toMatch(/a-secret/);
    } finally {
      delete process.env.SECRET_OF_THE_SERVICE;
    }
  });

  test('takes only what nobody else wants of a processor', async () => {
    const hasPolicies = spawnSync('chrt', ['-m']).status === 0;
    const yielding = hasPolicies ? idlePolicy : withSpare.spare.yielding;
    const { pid } = await crowded({ ...withSpare, spare: { ...withSpare.spare, yielding } });
    // SCHED_IDLE and SCHED_OTHER, by the numbers of sched(7).
    expect(fieldsOf(pid)[38]).toBe(hasPolicies ? '5' : '0');
  });

  test('loses nothing when it stands still, and works on when it can', async () => {
    const { pool, pid } = await crowded();
    process.kill(pid, 'SIGSTOP');
    await hashMany(pool, 50);
    await hashMany(pool, 50);
    process.kill(pid, 'SIGCONT');
    const before = cpuOf(pid);
    await vi.waitFor(async () => {
      await hashMany(pool, 50);
      expect(cpuOf(pid)).toBeGreaterThan(before + 3);
    }, patiently);
  });

  test('loses nothing when it is killed, and is not started at once again', async () => {
    const { pool, pid } = await crowded();
    const many = hashMany(pool, 100);
    process.kill(pid, 'SIGKILL');
    await many;
    await hashMany(pool, 50);
    expect(sparesOf(process.pid)).toEqual([]);
  });

  test('ends when it has had nothing to do for a while, and comes again', async () => {
    const { pool, pid } = await crowded({ ...withSpare, spare: { ...withSpare.spare, longestIdle: 1_000 } });
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), patiently);
    await vi.waitFor(async () => {
      await hashMany(pool, 50);
      const [next = 0] = sparesOf(process.pid);
      expect(next).toBeGreaterThan(0);
      started.push(next);
    }, patiently);
  });

  test('ends with the service, also when that is killed', async () => {
    const service = fork(join(import.meta.dirname, 'crowd-of-passwords.ts'), ['hash'], { execArgv: [] });
    try {
      const pid = await vi.waitFor(() => {
        const [found] = sparesOf(service.pid ?? 0);
        if (found === undefined) throw new Error('There is no spare process.');
        return found;
      }, patiently);
      started.push(pid);
      await vi.waitFor(() => expect(cpuOf(pid)).toBeGreaterThan(10), patiently);
      service.kill('SIGKILL');
      await vi.waitFor(() => expect(isAlive(pid)).toBe(false), patiently);
    } finally {
      service.kill('SIGKILL');
    }
  });
});

test('a system without the means for it has threads do all', async () => {
  const pool = new PasswordPool({ ...withSpare, spare: { ...withSpare.spare, yielding: ['/nowhere/chrt'] } });
  await hashMany(pool, 50);
  await hashMany(pool, 50);
  expect(sparesOf(process.pid)).toEqual([]);
});

test.each([
  { processors: 1, usable: 1, threads: 1, spare: undefined },
  { processors: 2, usable: 2, threads: 1, spare: 2 },
  { processors: 4, usable: 4, threads: 3, spare: 4 },
  { processors: 16, usable: 16, threads: 4, spare: undefined },
  { processors: 16, usable: 2, threads: 1, spare: undefined },
])('of $processors processors, $usable of them usable', ({ processors, usable, threads, spare }) => {
  const help = passwordHelp(processors, usable);
  expect(help.threads).toBe(threads);
  expect(help.spare?.threads).toBe(process.platform === 'linux' ? spare : undefined);
});
