import { expect, test } from 'vitest';
import type { ErrorName } from '../../../contract/common/errors.ts';
import { ServiceError } from '../../../mock-server/platform/errors.ts';
import { FailureLimit } from '../../../mock-server/platform/http/limits/failure-limit.ts';

const max = 3;
const address = '192.0.2.1';
const wrong = () => new ServiceError('wrong_credentials', 'That is wrong.');
const limitOf = (time = 60_000) =>
  new FailureLimit({
    max: max,
    time,
    failures: new Set<ErrorName>(['wrong_credentials']),
    refusal: (until) => new ServiceError('too_many_requests', until),
  });

/** Attempts that end when they are told to. */
function attemptsAt(limit: FailureLimit, count: number) {
  const started: number[] = [];
  const ends = Array.from({ length: count }, () => Promise.withResolvers<void>());
  const outcomes = ends.map(({ promise }, at) =>
    limit.run(address, () => {
      started.push(at);
      return promise;
    }),
  );
  return { begun: started, ends, settled: Promise.allSettled(outcomes) };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('as many run as may still fail; of those that wait one begins for each that ends, in the order in which they came', async () => {
  const { begun: started, ends, settled } = attemptsAt(limitOf(), 7);
  for (const [at, { resolve }] of ends.entries()) {
    await turn();
    expect(started).toEqual([0, 1, 2, 3, 4, 5, 6].slice(0, at + max));
    resolve();
  }
  expect((await settled).every(({ status }) => status === 'fulfilled')).toBe(true);
});

test('nobody begins in the place of one that failed, and when no place is left all that wait are refused', async () => {
  const { begun: started, ends, settled } = attemptsAt(limitOf(), 7);
  for (const { reject } of ends.slice(0, max)) {
    await turn();
    expect(started).toEqual([0, 1, 2]);
    reject(wrong());
  }
  const names = (await settled).map((outcome) =>
    outcome.status === 'rejected' && outcome.reason instanceof ServiceError ? outcome.reason.errorName : '',
  );
  expect(names).toEqual([
    ...Array.from({ length: max }, () => 'wrong_credentials'),
    ...Array.from({ length: 4 }, () => 'too_many_requests'),
  ]);
});

test('when failures are forgotten, those that wait begin in their places', async () => {
  const { begun: started, ends, settled } = attemptsAt(limitOf(20), 5);
  await turn();
  ends[0]?.reject(wrong());
  ends[1]?.reject(wrong());
  await turn();
  expect(started).toEqual([0, 1, 2]);
  await expect.poll(() => started).toEqual([0, 1, 2, 3, 4]);
  for (const { resolve } of ends) resolve();
  await settled;
});
