import { expect, it } from 'vitest';
import { noEndDate } from '../../contract/common/codes.ts';
import { isDue } from '../../src/data/catalog/deadline.ts';
import { ServiceClock } from '../../src/data/http/service-clock.ts';

const hour = 60 * 60_000;
const answerAt = (moment: number) => ({ headers: new Headers({ date: new Date(moment).toUTCString() }) });

it('an app is due without a date, and from the very moment of its deadline', () => {
  const deadline = Date.parse('2030-01-31T18:00:00Z');
  const entry = { required_by: '2030-01-31T19:00:00.000+01:00' };
  expect([deadline - 1, deadline, deadline + 1].map((now) => isDue(entry, now))).toEqual([false, true, true]);
  expect(isDue({ required_by: noEndDate }, 0)).toBe(true);
});

it('corrects the clock of a device that is hours off, and leaves one alone that agrees', () => {
  const clock = new ServiceClock();
  clock.recordAnswer({ headers: new Headers() });
  clock.recordAnswer(answerAt(Date.now() + 5_000));
  expect(clock.offset.get()).toBe(0);
  clock.recordAnswer(answerAt(Date.now() + 5 * hour));
  const offset = clock.offset.get();
  expect(Math.abs(offset - 5 * hour)).toBeLessThan(2_000);
  clock.recordAnswer(answerAt(Date.now() + 5 * hour + 10_000));
  expect(clock.offset.get()).toBe(offset);
  clock.recordAnswer(answerAt(Date.now()));
  expect(clock.offset.get()).toBe(0);
});
