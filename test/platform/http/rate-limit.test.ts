import { expect, test } from 'vitest';
import { RateLimit } from '../../../mock-server/platform/http/limits/rate-limit.ts';

const window = 3_600_000;

test('one key more than it may is refused, with the seconds to wait, and nothing of it is spent', () => {
  const limit = new RateLimit(3, window);
  limit.spend('a', 2);
  expect(() => limit.spend('a', 2)).toThrow(expect.objectContaining({ errorName: 'too_many_requests' }));
  limit.spend('a');
  limit.spend('b', 3);
  expect(() => limit.spend('a')).toThrow(expect.objectContaining({ headers: { 'retry-after': '3600' } }));
});

test('a flood from ever new addresses costs no more for each of them', () => {
  const limit = new RateLimit(1, window);
  const addresses = Array.from({ length: 200_000 }, (_, at) => `2001:db8::${at.toString(16)}`);
  for (const address of addresses) limit.spend(address);
  for (const address of addresses)
    expect(() => limit.spend(address)).toThrow(expect.objectContaining({ status: 429 }));
});
