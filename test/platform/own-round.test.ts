import { expect, test } from 'vitest';
import { joinFollowersRound, joinOwnRound } from '../../mock-server/platform/own-round.ts';

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

test('lets nobody wait behind many catalogs that follow changes', async () => {
  const order: string[] = [];
  const wait = async (name: string, round: () => Promise<void>) => {
    await round();
    order.push(name);
  };
  const followers = Array.from({ length: 20 }, (_, at) => wait(`follower ${at}`, joinFollowersRound));
  await wait('page', joinOwnRound);
  expect(order.length).toBeLessThanOrEqual(2);
  await Promise.all(followers);
  expect(order).toHaveLength(21);
});
