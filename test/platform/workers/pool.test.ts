import { mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TaskCancelled } from '../../../mock-server/platform/workers/cancellation.ts';
import { findIsolations, noIsolation } from '../../../mock-server/platform/workers/isolation.ts';
import { WorkerPool } from '../../../mock-server/platform/workers/pool.ts';
import { taskKind } from '../../../mock-server/platform/workers/task-kind.ts';
import type { MadeFiles } from '../../../mock-server/platform/workers/worker-folder.ts';

/** A task of the misbehaving program; `seconds` are few, because some wait for their end. */
const misbehave = taskKind({
  name: 'misbehave',
  files: ['given'],
  input: Type.Object({
    act: Type.String(),
    path: Type.Optional(Type.String()),
    port: Type.Optional(Type.Integer()),
  }),
  output: Type.Object({ text: Type.String() }),
  seconds: 30,
});
const briefly = { ...misbehave, seconds: 2 };

const program = join(import.meta.dirname, 'misbehaving.mjs');
const limits = { heap: 64, memory: 1152, cpuSeconds: 60, startSeconds: 60 };

const folder = await mkdtemp(join(tmpdir(), 'appshelf-test-'));
const secret = join(folder, 'secret.key');
beforeAll(async () => {
  await writeFile(secret, 'secret');
  await writeFile(join(folder, 'upload'), 'content');
});

const pools: WorkerPool[] = [];
function openPool(options: Partial<ConstructorParameters<typeof WorkerPool>[0]> = {}): WorkerPool {
  const pool = new WorkerPool({ directory: join(folder, 'workers'), program, limits, ...options });
  pools.push(pool);
  return pool;
}
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.close()));
  await rm(folder, { recursive: true, force: true });
});

const text = ({ text: reported }: { text: string }) => reported;
interface Act {
  act: string;
  path?: string;
  port?: number;
}
const ask = (pool: WorkerPool, input: Act, kind = misbehave) =>
  pool.run(kind, { owner: 'a', input, files: { given: join(folder, 'upload') } }, text);
const made = <R>(pool: WorkerPool, input: Act, use: (files: MadeFiles) => Promise<R>) =>
  pool.run(misbehave, { owner: 'a', input, files: { given: join(folder, 'upload') } }, (_, files) =>
    use(files),
  );

describe('a task that nobody wants any more', () => {
  const pool = openPool();
  const failures: unknown[] = [];
  pool.onFailure = (_, failure) => failures.push(failure);
  const given = { given: join(folder, 'upload') };
  const askWhile = (act: string, isWanted: (files: MadeFiles) => Promise<boolean>) =>
    pool.run(misbehave, { owner: 'a', input: { act }, files: given, isWanted }, text);

  test('is ended with its worker, which is no failure', async () => {
    const before = await ask(pool, { act: 'tells itself' });
    await expect(askWhile('hangs', () => Promise.resolve(false))).rejects.toThrow(TaskCancelled);
    expect(await ask(pool, { act: 'tells itself' })).not.toBe(before);
    expect(failures).toEqual([]);
  });

  test('is asked again and again, with what it wrote so far; who can’t be asked wants it', async () => {
    const sizes: number[] = [];
    const isWanted = async (files: MadeFiles) => {
      sizes.push(await files.size('made').catch(() => 0));
      if (sizes.length === 1) throw new Error('The database is away.');
      return sizes.length < 3;
    };
    await expect(askWhile('writes a file and hangs', isWanted)).rejects.toThrow(TaskCancelled);
    expect(sizes.slice(1)).toEqual([4, 4]);
    expect(await askWhile('tells itself', () => Promise.resolve(true))).toContain('process');
  });
});

describe('a worker process', () => {
  const pool = openPool();

  test('reads the file that it is given', async () => {
    expect(await ask(pool, { act: 'reads its file' })).toBe('content');
    const task = { owner: 'a', input: { act: 'reads its file' }, files: { given: Buffer.from('bytes') } };
    expect(await pool.run(misbehave, task, text)).toBe('bytes');
  });

  test('is used again, and finds nothing of the task before', async () => {
    const first = await ask(pool, { act: 'tells itself' });
    expect(await made(pool, { act: 'writes a file' }, (files) => files.read('made', 10))).toEqual(
      Buffer.from('made'),
    );
    await expect(
      made(pool, { act: 'tells itself' }, async (files) => await files.read('made', 10)),
    ).rejects.toThrow('ENOENT');
    expect(await ask(pool, { act: 'tells itself' })).toBe(first);
  });

  test('has nothing of the environment of the service', async () => {
    const names = (await ask(pool, { act: 'tells its environment' })).split(' ');
    expect(names).toContain('VIPS_CONCURRENCY');
    for (const name of ['PATH', 'HOME', 'NODE_ENV']) expect(names).not.toContain(name);
  });

  test('cannot read other files of the service, nor change its own', async () => {
    expect(await ask(pool, { act: 'reads a secret', path: secret })).toBe('ERR_ACCESS_DENIED');
    expect(await ask(pool, { act: 'changes its file' })).toBe('ERR_ACCESS_DENIED');
    expect(await readFile(join(folder, 'upload'), 'utf8')).toBe('content');
  });

  test('gives no more of what it wrote than is asked for', async () => {
    await expect(
      made(pool, { act: 'writes a file' }, async (files) => await files.read('made', 3)),
    ).rejects.toThrow('more than 3');
  });
});

test('a file that a worker wrote is closed, also where its reader fails in the middle', async () => {
  const pool = openPool();
  const isOpen = async () => {
    const open = await readdir('/proc/self/fd');
    const paths = await Promise.all(open.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
    return paths.some((path) => path.startsWith(folder) && path.endsWith('/out/made'));
  };
  const failing = made(pool, { act: 'writes a file' }, (files) =>
    files.withStream('made', async (bytes) => {
      for await (const _ of bytes) expect(await isOpen()).toBe(true);
      throw new Error('The disk is full.');
    }),
  );
  await expect(failing).rejects.toThrow('The disk is full.');
  expect(await isOpen()).toBe(false);
});

describe.each([
  ['hangs', 'too_costly'],
  ['never answers', 'too_costly'],
  ['fills the heap', 'too_costly'],
  ...(process.platform === 'linux' ? [['fills the memory', 'too_costly'] as const] : []),
  ['dies', 'reader_failed'],
  ['is killed', 'reader_failed'],
  ['answers with nonsense', 'reader_failed'],
  ['answers with another shape', 'reader_failed'],
  ['refuses with an unknown code', 'reader_failed'],
  ['floods its answer', 'reader_failed'],
  ['floods its complaints', 'reader_failed'],
] as const)('a worker that %s', (act, code) => {
  test('costs its own task a refusal, and the next nothing', async () => {
    const pool = openPool();
    const failures: string[] = [];
    pool.onFailure = (task, { message }) => failures.push(`${task}: ${message}`);
    const kind = code === 'too_costly' && !act.startsWith('fills') ? briefly : misbehave;
    await expect(ask(pool, { act }, kind)).rejects.toMatchObject({ name: 'PackageError', code });
    expect(failures).toEqual([expect.stringContaining('misbehave: The worker process')]);
    expect(await ask(pool, { act: 'reads its file' })).toBe('content');
  });
});

test('an answer too many is never taken for that of the next task', async () => {
  const pool = openPool();
  expect(await ask(pool, { act: 'answers twice' })).toBe('one');
  const next = await ask(pool, { act: 'reads its file' }).catch((error: unknown) => error);
  expect([next, Object(next).code]).toEqual(
    expect.arrayContaining([expect.stringMatching(/^(content|reader_failed)$/)]),
  );
  expect(await ask(pool, { act: 'reads its file' })).toBe('content');
});

describe('many tasks at once', () => {
  test('wait for their turn, and nobody’s wait for all of another’s', async () => {
    const pool = openPool();
    const ended: string[] = [];
    const task = (owner: string) =>
      pool.run(
        misbehave,
        { owner, input: { act: 'reads its file' }, files: { given: Buffer.from(owner) } },
        () => ended.push(owner),
      );
    await Promise.all([...Array.from({ length: 20 }, () => task('many')), task('one')]);
    expect(ended).toHaveLength(21);
    expect(ended.indexOf('one')).toBeLessThan(20);
  });

  test('are sent away with a time to come back when too many wait, or for too long', async () => {
    const pool = openPool({ queue: { maxLength: 3, seconds: 1 } });
    const tasks = Array.from({ length: 20 }, () => ask(pool, { act: 'never answers' }, briefly));
    const results = await Promise.allSettled(tasks);
    const sentAway = results.filter(({ status, ...rest }) => {
      const reason: unknown = 'reason' in rest ? rest.reason : null;
      return status === 'rejected' && reason instanceof Error && reason.name === 'ServiceError';
    });
    expect(sentAway.length).toBeGreaterThanOrEqual(15);
    expect(sentAway[0]).toMatchObject({
      reason: { errorName: 'unavailable', headers: { 'retry-after': '5' } },
    });
  });
});

test('workers that cannot be started are a fault on our side, and nothing stays behind', async () => {
  const directory = join(folder, 'none');
  const pool = openPool({ directory, program: join(folder, 'no-such-program.mjs') });
  await expect(ask(pool, { act: 'reads its file' })).rejects.toMatchObject({ errorName: 'unavailable' });
  expect(await pool.warm()).toBeNull();
  expect(await readdir(directory)).toEqual([]);
});

test('a closed pool leaves neither processes nor files behind', async () => {
  const directory = join(folder, 'closed');
  // Inside bubblewrap processes have other numbers.
  const pool = openPool({ directory, isolations: [{ isolation: noIsolation, program: '' }] });
  const [, pid] = (await ask(pool, { act: 'tells itself' })).split(' ');
  await pool.close();
  expect(await readdir(directory)).toEqual([]);
  expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH');
});

const found = await findIsolations(process.env.PATH ?? '');

describe.each(found.map((one) => [one.isolation.name, one] as const))('isolated by %s', (name, isolation) => {
  const server = createServer((socket) => socket.end());
  let port = 0;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    port = typeof address === 'object' && address !== null ? address.port : 0;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const pool = openPool({ isolations: [isolation, { isolation: noIsolation, program: '' }] });

  test('a worker does its task, and what it links to is not given', async () => {
    expect(await ask(pool, { act: 'reads its file' })).toBe('content');
    await expect(
      made(pool, { act: 'writes a link', path: secret }, async (files) => await files.read('made', 10)),
    ).rejects.toThrow(/ELOOP|ENOENT/);
  });

  test('a worker has no network where the system can keep it away', async () => {
    const reached = await ask(pool, { act: 'reaches the network', port });
    const used = await pool.warm();
    expect([name, 'none']).toContain(used?.name);
    expect(reached === 'connected').toBe(used?.name === 'none');
  });
});
