import { expect, it } from 'vitest';
import { Together } from '../../mock-server/platform/together.ts';

/** Rounds that a test ends by itself, in any order. */
function open(limits = { most: 3, rounds: 2 }) {
  const rounds: { asked: readonly number[]; end(error?: Error): void }[] = [];
  const together = new Together<number, string>(
    (asked) =>
      new Promise((resolve, reject) => {
        const end = (error?: Error) =>
          error === undefined ? resolve(asked.map((one) => `answer ${one}`)) : reject(error);
        rounds.push({ asked, end });
      }),
    limits,
  );
  return { together, rounds, ask: (...all: number[]) => all.map((one) => together.ask(one)) };
}

const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

it('asks together what comes together, no more than may go at once, and gives each its own answer', async () => {
  const { rounds, ask } = open();
  const answers = Promise.all(ask(1, 2, 3, 4));
  await turn();
  expect(rounds.map(({ asked }) => asked)).toEqual([[1, 2, 3], [4]]);
  for (const { end } of rounds) end();
  expect(await answers).toEqual(['answer 1', 'answer 2', 'answer 3', 'answer 4']);
});

it('lets what comes meanwhile wait for a round to end, and asks for it only then', async () => {
  const { rounds, ask } = open();
  const first = Promise.all(ask(1, 2, 3, 4));
  await turn();
  const later = Promise.all(ask(5, 6));
  await turn();
  expect(rounds).toHaveLength(2);
  rounds[1]?.end();
  await turn();
  expect(rounds[2]?.asked).toEqual([5, 6]);
  for (const { end } of rounds) end();
  expect([...(await first), ...(await later)].at(-1)).toBe('answer 6');
});

it('fails those of a round that failed, and nobody else', async () => {
  const { rounds, ask } = open({ most: 1, rounds: 2 });
  const [bad, good] = ask(1, 2);
  await turn();
  rounds[0]?.end(new Error('lost'));
  rounds[1]?.end();
  await expect(bad).rejects.toThrow('lost');
  expect(await good).toBe('answer 2');
  const [next] = ask(3);
  await turn();
  rounds[2]?.end();
  expect(await next).toBe('answer 3');
});
