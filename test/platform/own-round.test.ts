import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { joinOwnRound, runAsFollower } from '../../mock-server/platform/own-round.ts';

test('lets who waits at once go on one after another, and others in between', async () => {
  const order: string[] = [];
  const waiting = ['first', 'second', 'third'].map(async (name) => {
    await joinOwnRound();
    order.push(name);
    setImmediate(() => order.push(`after the ${name}`));
  });
  await Promise.all(waiting);
  expect(order).toEqual(['first', 'after the first', 'second', 'after the second', 'third']);
});

test('lets nobody wait behind many catalogs that follow changes, of which few run at a time', async () => {
  const order: string[] = [];
  let running = 0;
  const follow = async (name: string) => {
    running += 1;
    expect(running).toBeLessThanOrEqual(4);
    await setTimeout(1);
    order.push(name);
    running -= 1;
  };
  const followers = Array.from({ length: 20 }, (_, at) => runAsFollower(() => follow(`follower ${at}`)));
  await joinOwnRound();
  expect(order.length).toBeLessThanOrEqual(4);
  await Promise.all(followers);
  expect(order).toHaveLength(20);
});

test('goes on after a follower whose work failed', async () => {
  const failing = Array.from({ length: 8 }, () => runAsFollower(() => Promise.reject(new Error('refused'))));
  for (const each of failing) await expect(each).rejects.toThrow('refused');
  await expect(runAsFollower(async () => 'answered')).resolves.toBe('answered');
});
