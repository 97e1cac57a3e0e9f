import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addUser, listUsers } from '../../contract/users.ts';
import { openService } from '../setup/open-service.ts';
import { uncommon } from '../setup/world/people.ts';

interface Person {
  user_id: string;
  first_name: string;
  last_name: string;
  email?: string;
}

const names = [
  'Zoë',
  'zoe',
  'ÄRGER',
  'ärger',
  '100%',
  'a_b',
  'back\\slash',
  'Ada',
  'ada',
  'ADA',
  "O'Hara",
  '李',
];
const persons: Person[] = Array.from({ length: 36 }, (_, n) => ({
  user_id: `${n % 2 === 0 ? 'Even' : 'odd'}.${n}`,
  first_name: names[n % names.length] ?? '',
  last_name: names[(n * 5 + 3) % names.length] ?? '',
  ...(n % 3 !== 0 && { email: `mail${n}@${n % 2 === 0 ? 'Example' : 'sample'}.org` }),
}));

const service = await openService();
const token = service.admin.token;
const common = { password: uncommon, send_invite: false };
for (const person of persons) await service.ok(addUser, { token, body: { ...person, ...common } });
const everybody = [
  { user_id: 'admin', first_name: 'admin', last_name: '', email: 'admin@example.org' },
  ...persons,
];

const list = (query: Record<string, string>) => service.ok(listUsers, { token, query });
const ids = async (query: Record<string, string>) => (await list(query)).users.map((user) => user.user_id);

const matching = (text: string) =>
  everybody.filter(({ user_id, first_name, last_name, email = '' }) =>
    [user_id, first_name, last_name, email].some((field) => field.toLowerCase().includes(text.toLowerCase())),
  );
type Field = keyof Person;
const order = (terms: [Field, boolean][]) => (left: Person, right: Person) => {
  for (const [field, descending] of terms) {
    const [a, b] = [left[field]?.toLowerCase() ?? '', right[field]?.toLowerCase() ?? ''];
    if (a !== b) return (a < b ? -1 : 1) * (descending ? -1 : 1);
  }
  return everybody.indexOf(left) - everybody.indexOf(right);
};

describe('search', () => {
  test('is a case-insensitive substring match on user_id, names and e-mail address', async () => {
    const texts = fc.oneof(
      fc.constantFrom(...names, 'EXAMPLE', 'mail1', 'odd', '%', '_', '\\', "'", 'ärg', 'ÄR', 'nobody at all'),
      fc.string({ minLength: 1, maxLength: 3 }).filter((text) => text.trim() === text && !text.includes(':')),
    );
    await fc.assert(
      fc.asyncProperty(texts, async (search) => {
        const answer = await list({ search });
        const expected = matching(search).map((person) => person.user_id);
        expect(answer.users.map((user) => user.user_id)).toEqual(expected);
        expect(answer.total_available).toBe(expected.length);
      }),
      { numRuns: 80 },
    );
  });

  test('with a colon that names no metadata field is plain text', async () => {
    expect(await ids({ search: 'nofield:Ada' })).toEqual([]);
  });

  test('without text finds everybody', async () => {
    expect((await list({ search: '' })).total_available).toBe(everybody.length);
  });
});

describe('sort', () => {
  test('orders without regard to case, - descends, later fields break ties', async () => {
    const field = fc.constantFrom<Field>('user_id', 'first_name', 'last_name', 'email');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(field, fc.boolean()), { minLength: 1, maxLength: 3 }),
        async (terms) => {
          const sort = terms.map(([name, descending]) => (descending ? `-${name}` : name)).join(',');
          const expected = everybody.toSorted(order(terms)).map((person) => person.user_id);
          expect(await ids({ sort })).toEqual(expected);
        },
      ),
      { numRuns: 50 },
    );
  });

  test.each(['role', 'created_date', 'modified_date', 'last_login_from_catalog', 'psk'])(
    'by %s, both ways',
    async (sort) => {
      expect(await ids({ sort })).toHaveLength(everybody.length);
      expect(await ids({ sort: `-${sort}` })).toHaveLength(everybody.length);
    },
  );
});

describe('page', () => {
  test('gives the slice asked for, and total_available is what matches before paging', async () => {
    const number = fc.integer({ min: 0, max: 60 });
    await fc.assert(
      fc.asyncProperty(number, number, fc.constantFrom('', 'ada', 'odd'), async (start, count, search) => {
        const answer = await list({ page: `${start},${count}`, search });
        const expected = matching(search).map((person) => person.user_id);
        expect(answer.users.map((user) => user.user_id)).toEqual(expected.slice(start, start + count));
        expect(answer.total_available).toBe(expected.length);
      }),
      { numRuns: 50 },
    );
  });

  test('pages never overlap, whatever the order', async () => {
    for (const sort of ['role', 'first_name', '-email']) {
      const pages = [];
      for (let start = 0; start < everybody.length; start += 7)
        pages.push(...(await ids({ sort, page: `${start},7` })));
      expect(pages).toEqual(await ids({ sort }));
    }
  });

  test('a start without a count gives the rest', async () => {
    expect(await ids({ page: '30' })).toEqual(everybody.slice(30).map((person) => person.user_id));
  });
});

describe('a row', () => {
  test('has the fields of a user, role_name and psk', async () => {
    const { users } = await list({ search: 'admin' });
    expect(users[0]).toMatchObject({
      user_id: 'admin',
      role: 5,
      role_name: 'Administrator',
      psk: expect.any(Number),
      status: 'enabled',
      disabled: false,
      disabled_reason: null,
      custom_metadata: null,
    });
  });
});
