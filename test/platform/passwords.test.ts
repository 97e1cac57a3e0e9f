import { expect, test } from 'vitest';
import { hashConcurrency, PasswordHasher } from '../../mock-server/platform/password-hasher.ts';

const cost = { memoryCost: 64, timeCost: 1 };

test('a password is hashed by argon2id and found again', async () => {
  const hasher = new PasswordHasher({ cost });
  const hashed = await hasher.hash('näher-dran');
  expect(hashed).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/);
  expect(await hasher.verify(hashed, 'näher-dran')).toBe(true);
  expect(await hasher.verify(hashed, 'Näher-dran')).toBe(false);
});

test('many wait for their turn, and more than may wait are told to come back', async () => {
  const hasher = new PasswordHasher({ cost, concurrency: 2, maxWaiting: 200 });
  const hashes = Array.from({ length: 220 }, (_, at) => hasher.hash(`${at}`));
  const ends = await Promise.allSettled(hashes);
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(202);
  for (const end of ends) {
    if (end.status === 'fulfilled') continue;
    expect(end.reason).toMatchObject({ errorName: 'unavailable', headers: { 'retry-after': '10' } });
  }
  await expect(hasher.hash('afterwards')).resolves.toMatch(/argon2id/);
});

test('passwords are hashed in the order in which they came', async () => {
  const hasher = new PasswordHasher({ cost, concurrency: 1 });
  const order: number[] = [];
  const hashes = [0, 1, 2, 3].map(async (at) => {
    await hasher.hash(`${at}`);
    order.push(at);
  });
  await Promise.all(hashes);
  expect(order).toEqual([0, 1, 2, 3]);
});

test('what cannot be hashed fails, and the next is not concerned', async () => {
  const hasher = new PasswordHasher({ cost, concurrency: 1 });
  await expect(hasher.verify('no hash', 'x')).rejects.toThrow('Decoding failed');
  expect(await hasher.hash('x')).toMatch(/argon2id/);
});

test.each([
  { cores: 1, concurrency: 1 },
  { cores: 2, concurrency: 1 },
  { cores: 4, concurrency: 3 },
  { cores: 16, concurrency: 3 },
])('$concurrency at a time on $cores cores', ({ cores, concurrency }) => {
  expect(hashConcurrency(cores)).toBe(concurrency);
});
