import { expect, test } from 'vitest';
import { TaskQueue } from '../../../mock-server/platform/workers/task-queue.ts';
import { timeouts } from '../../setup/run/timeouts.ts';

const limits = { maxLength: 100, seconds: timeouts.step / 1000 };

test('long tasks, however many, leave a place to the others', async () => {
  const queue = new TaskQueue(2, limits);
  const started: string[] = [];
  const long = ['first', 'second', 'third'].map(async (owner) => {
    const leave = await queue.enter(owner, true);
    started.push(owner);
    return leave;
  });
  const leaveFirst = await long[0];
  for (let upload = 0; upload < 5; upload += 1) (await queue.enter('somebody'))();
  expect(started).toEqual(['first']);
  leaveFirst?.();
  (await long[1])?.();
  (await long[2])?.();
  expect(started).toEqual(['first', 'second', 'third']);
});

test('others take all places, and where there is only one, long tasks take that', async () => {
  const two = new TaskQueue(2, limits);
  const leaves = [await two.enter('a'), await two.enter('b')];
  for (const leave of leaves) leave();
  const one = await new TaskQueue(1, limits).enter('a', true);
  one();
  expect(leaves).toHaveLength(2);
});

test('a long task waits as long as it must, and others are sent away', async () => {
  const queue = new TaskQueue(1, { maxLength: 100, seconds: 0.01 });
  const leave = await queue.enter('first', true);
  const long = queue.enter('second', true);
  await expect(queue.enter('third')).rejects.toThrow('Too many files');
  leave();
  (await long)();
});
