import { expect, test } from 'vitest';
import { ownRound } from '../../mock-server/platform/own-round.ts';

test('lets who waits at once go on one after another, and others in between', async () => {
  const order: string[] = [];
  const waiting = ['first', 'second', 'third'].map(async (name) => {
    await ownRound();
    order.push(name);
    setImmediate(() => order.push(`after the ${name}`));
  });
  await Promise.all(waiting);
  expect(order).toEqual(['first', 'after the first', 'second', 'after the second', 'third']);
});
