import { Type } from 'typebox';
import { beforeEach, describe, expect, test } from 'vitest';
import { withoutGuard } from '../../mock-server/platform/database/unguarded.ts';
import { bindJobKind } from '../../mock-server/platform/jobs/kind.ts';
import { JobQueue } from '../../mock-server/platform/jobs/queue.ts';
import { checkClock } from '../../mock-server/platform/jobs/steady-clock.ts';
import { serviceJobs, setClockMark } from '../../mock-server/platform/jobs/store.ts';
import { Worker } from '../../mock-server/platform/jobs/worker.ts';
import { openService } from '../setup/open-service.ts';

const hour = 3_600_000;
const day = 24 * hour;
const text = (moment: number) => new Date(moment).toISOString();

const service = await openService();

const db = () => service.platform.database.db;
/** Notes that the clock said something, and has not leapt for a year. */
const mark = (seen: number) => setClockMark(db(), { seen: text(seen), steady_since: text(seen - 365 * day) });

describe('the clock', () => {
  const begin = Date.UTC(2030, 0, 1);
  beforeEach(() => mark(begin));
  const looked = async (after: number, ahead = 0) => {
    const { isSteady, hasLeapt } = await checkClock(db(), { ahead }, begin + after);
    return hasLeapt ? 'leapt' : isSteady ? 'steady' : 'observed';
  };

  test('is believed from hour to hour, after days without the service, and corrected by minutes', async () => {
    for (const after of [hour, 2 * hour, 6 * day, 6 * day - 10 * 60_000, 8 * day])
      expect(await looked(after)).toBe('steady');
  });

  test('is observed for a day when it was ahead for a moment', async () => {
    expect(await looked(365 * day)).toBe('leapt');
    expect(await looked(365 * day + hour)).toBe('observed');
    expect(await looked(2 * hour)).toBe('leapt');
    expect(await looked(25 * hour)).toBe('observed');
    expect(await looked(26 * hour)).toBe('steady');
  });

  test('is not believed where the database has another time', async () => {
    for (const ahead of [2 * hour, -2 * hour]) expect(await looked(hour, ahead)).toBe('observed');
    expect(await looked(hour, 60_000)).toBe('steady');
  });
});

test('what is old is deleted only where the clock has not leapt', async () => {
  const key = { org_id: 'none', user: 'none', device: 'none', key: 'old' };
  await db()
    .insertInto('idempotency')
    .values({ ...key, request: '', status: 200, response: 'null', created: text(0) })
    .execute();
  const left = async () =>
    (await db().selectFrom('idempotency').select('key').where('key', '=', 'old').execute()).length;
  const ran = async (): Promise<void> => {
    const own = db().selectFrom('jobs').select(['due', 'state']).where('kind', '=', 'old_writes');
    await withoutGuard(db())
      .updateTable('jobs')
      .set({ due: text(0) })
      .where('kind', '=', 'old_writes')
      .execute();
    service.platform.jobs.wake();
    await expect
      .poll(async () =>
        (await own.execute()).filter(({ due, state }) => due === text(0) || state !== 'waiting'),
      )
      .toEqual([]);
  };
  await mark(Date.now() - 400 * day);
  await ran();
  await ran();
  expect(await left()).toBe(1);
  await mark(Date.now());
  await ran();
  expect(await left()).toBe(0);
});

test('a job that was put off by a clock that was ahead does not wait for that time', async () => {
  let runs = 0;
  const name = { name: 'put-off', payload: Type.Null() };
  const kind = {
    ...bindJobKind(name, () => {
      runs += 1;
      return Promise.resolve();
    }),
    every: hour,
  };
  const year = text(Date.now() + 365 * day);
  const job = { kind: 'put-off', payload: 'null', attempts: 0, due: year, created: year };
  const empty = { last_error: null, last_error_guid: null };
  await db()
    .insertInto('jobs')
    .values([
      { ...job, ...empty, org_id: serviceJobs, id: 'put-off', state: 'waiting', owner: null },
      { ...job, ...empty, org_id: serviceJobs, id: 'left', state: 'running', owner: 'a process that died' },
    ])
    .execute();
  const queue = new JobQueue(service.platform.clock);
  const options = { backOff: 50, lease: 50, stopTimeout: 1_000, onFailure: () => undefined };
  const worker = new Worker({ db: db(), queue, kinds: [kind], ...options });
  await worker.start();
  const waits = async () =>
    (await db().selectFrom('jobs').select('due').where('kind', '=', 'put-off').execute()).map(
      ({ due }) => due,
    );
  await expect.poll(() => runs).toBe(2);
  await worker.stop();
  for (const due of await waits()) expect(Date.parse(due)).toBeLessThan(Date.now() + 2 * hour);
});
