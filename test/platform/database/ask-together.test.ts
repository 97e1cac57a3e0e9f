import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AskTogether } from '../../../mock-server/platform/database/ask-together.ts';

/** Asks, and returns the answer. */
const ask = <Q, A>(together: AskTogether<Q, A>, orgId: string, question: Q) =>
  new Promise<A | undefined>((resolve, reject) => {
    together.ask(orgId, question, (error, answer) => (error === null ? resolve(answer) : reject(error)));
  });

/**
 * Answers each question in capitals, or not at all, after as many turns as it is told; records what was asked together.
 */
function asking(turns: () => number = () => 1) {
  const asked: { orgId: string; questions: readonly string[] }[] = [];
  const together = new AskTogether<string, string>(async (orgId, questions) => {
    asked.push({ orgId, questions });
    for (let turn = turns(); turn > 0; turn--) await new Promise((resolve) => setImmediate(resolve));
    if (questions.includes('fail')) throw new Error('The database is gone.');
    return questions.map((question) => (question === 'nobody' ? undefined : question.toUpperCase()));
  });
  return { together, asked };
}

it('asks for one who comes alone', async () => {
  const { together, asked } = asking();
  expect(await ask(together, 'org', 'a')).toBe('A');
  expect(asked).toEqual([{ orgId: 'org', questions: ['a'] }]);
});

it('asks together what comes together, a hundred at most, and never of two organizations', async () => {
  const { together, asked } = asking();
  const many = Array.from({ length: 250 }, (_, at) => `q${at}`);
  const answers = await Promise.all([
    ...many.map((q) => ask(together, 'org', q)),
    ask(together, 'other', 'x'),
  ]);
  expect(answers).toEqual([...many.map((q) => q.toUpperCase()), 'X']);
  expect(asked.map(({ orgId, questions }) => [orgId, questions.length])).toEqual([
    ['org', 100],
    ['org', 100],
    ['other', 1],
    // A statement that is not full waits for the first answer.
    ['org', 50],
  ]);
});

/** Answers numbers when it is told to; notes how many questions each statement has. */
function waiting() {
  const sizes: number[] = [];
  const goOn: (() => void)[] = [];
  const together = new AskTogether<number, number>(async (_orgId, questions) => {
    sizes.push(questions.length);
    await new Promise<void>((resolve) => goOn.push(resolve));
    return questions;
  });
  return { together, sizes, goOn };
}

const round = () => new Promise((resolve) => setImmediate(resolve));

it('asks the next together who came meanwhile, before it tells those that were asked for', async () => {
  const { together, sizes, goOn } = waiting();
  const answers = [ask(together, 'org', 0)];
  await round();
  const first = answers[0]?.then(() => [...sizes]);
  for (let at = 1; at < 6; at++) {
    answers.push(ask(together, 'org', at));
    await round();
  }
  expect(sizes).toEqual([1]);
  goOn.shift()?.();
  expect(await first).toEqual([1, 5]);
  goOn.shift()?.();
  expect(await Promise.all(answers)).toEqual([0, 1, 2, 3, 4, 5]);
});

describe('when people ask again as soon as they are answered', () => {
  // The clock stands still between the moves of these tests, however busy the machine is.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  /** Twenty people ask, in unequal parts; returns how many each of `statements` statements asks for, of which each takes `ms`. */
  async function sizesOf(statements: number, ms: number): Promise<number[]> {
    const { together, sizes, goOn } = waiting();
    const over = new AbortController();
    const asksAgain = async (person: number): Promise<void> => {
      while (!over.signal.aborted) await ask(together, 'org', person);
    };
    const people = Array.from({ length: 4 }, (_, person) => asksAgain(person));
    await round();
    for (let person = 4; person < 20; person++) people.push(asksAgain(person));
    await round();
    for (let at = 0; at < statements; at++) {
      if (at === statements - 1) over.abort();
      vi.advanceTimersByTime(ms);
      goOn.shift()?.();
      await round();
      await round();
    }
    const asked = sizes.slice(0, statements);
    while (goOn.length > 0) {
      goOn.shift()?.();
      await round();
    }
    await Promise.all(people);
    return asked;
  }

  it('makes statements equal, so that server and service always have something to do', async () => {
    expect(await sizesOf(6, 1)).toEqual([4, 10, 10, 10, 10, 10]);
  });

  it('leaves nobody for the next statement of a server that is far away', async () => {
    expect(await sizesOf(6, 5)).toEqual([4, 16, 4, 16, 4, 16]);
  });
});

it('lets nobody wait long for a server that does not answer, and has three statements of an organization under way at most', async () => {
  const { together, sizes, goOn } = waiting();
  const answers: Promise<number | undefined>[] = [];
  const asking = async (from: number, to: number) => {
    for (let at = from; at < to; at++) answers.push(ask(together, 'org', at));
    await round();
  };
  await asking(0, 1);
  await asking(1, 3);
  await expect.poll(() => sizes).toEqual([1, 2]);
  await asking(3, 6);
  await expect.poll(() => sizes).toEqual([1, 2, 3]);
  await asking(6, 110);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(sizes).toEqual([1, 2, 3]);
  for (let statement = 0; statement < 5; statement++) {
    await expect.poll(() => goOn.length).toBeGreaterThan(0);
    goOn.shift()?.();
  }
  expect(await Promise.all(answers)).toEqual(Array.from({ length: 110 }, (_, at) => at));
  expect(sizes).toEqual([1, 2, 3, 100, 4]);
});

it('answers nothing by what was read before it was asked', async () => {
  let value = 'before';
  const together = new AskTogether<string, string>(async (_orgId, questions) => {
    const read = value;
    await new Promise((resolve) => setTimeout(resolve, 5));
    return questions.map(() => read);
  });
  const early = [ask(together, 'org', 'a'), ask(together, 'org', 'b')];
  await new Promise((resolve) => setImmediate(resolve));
  value = 'after';
  expect(await ask(together, 'org', 'c')).toBe('after');
  expect(await Promise.all(early)).toEqual(['before', 'before']);
});

it('fails for those who are in a statement that fails, and goes on', async () => {
  const { together } = asking();
  const others = ['a', 'b'].map((q) => ask(together, 'other', q));
  const answers = await Promise.allSettled([...others, ...['c', 'fail'].map((q) => ask(together, 'org', q))]);
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected']);
  expect(await ask(together, 'org', 'd')).toBe('D');
});

it('gives everybody the answer to their own question, whatever comes when', async () => {
  const moments = fc.array(fc.record({ org: fc.constantFrom('a', 'b'), turns: fc.nat({ max: 3 }) }), {
    maxLength: 60,
  });
  await fc.assert(
    fc.asyncProperty(moments, fc.array(fc.nat({ max: 4 }), { minLength: 1 }), async (questions, waits) => {
      let at = 0;
      const { together } = asking(() => waits[at++ % waits.length] ?? 0);
      const answers = await Promise.all(
        questions.map(async ({ org, turns }, number) => {
          for (let turn = turns; turn > 0; turn--) await new Promise((resolve) => setImmediate(resolve));
          return ask(together, org, number % 7 === 0 ? 'nobody' : `q${number}`);
        }),
      );
      expect(answers).toEqual(questions.map((_, number) => (number % 7 === 0 ? undefined : `Q${number}`)));
    }),
    { numRuns: 50 },
  );
});
