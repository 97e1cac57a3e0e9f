import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addApplication, listApplications, listApplicationsV1 } from '../../../contract/applications.ts';
import { anyCharacter } from '../../setup/any-character.ts';
import { openService } from '../../setup/open-service.ts';
import { tries } from '../../setup/run/tries.ts';
import { apk } from '../../setup/world/publishing.ts';

interface Row {
  psk: number;
  name: string;
  version_num: string;
  author: string;
  short_description: string;
  long_description: string;
  bundle_id: string | null;
  sort_weight: number;
  type: number;
}

/**
 * Texts that list queries often get wrong: capitals, accents, letters that grow in other case, other scripts, wildcard
 * characters, equal names.
 */
const names = [
  'Ärger',
  'ärgerlich',
  'ZULU',
  'zulu',
  'Zulu',
  'a_b',
  'aXb',
  '100% sure',
  'back\\slash',
  "O'Brien",
  'straße',
];
names.push(
  'STRASSE',
  'İstanbul',
  'ΣΑΣ',
  'Σίσυφος',
  'ﬁne',
  'Ǆ',
  '漢字',
  '🚚 van',
  '🚗 car',
  '\uffee',
  '  spaced  ',
  'a,b',
  '-minus',
  '+plus',
);
const sources = names.map((app_name, at) => ({
  app_name,
  version_num: `${at % 4}.${at % 3}`,
  author: names.at(-1 - at) ?? '',
  short_description: at % 3 === 0 ? `${names[(at * 7) % names.length]} inside` : '',
  long_description: at % 4 === 0 ? 'Counts PALLETS\nand \u{1d49c} vans' : '',
  sort_weight: (at % 5) * 10,
}));

/** GET /v1 and /v2/applications/ against a list in memory that follows the rules of document 1, List controls. */
const service = await openService();
const { token } = service.admin;
const model: Row[] = [];
for (const [at, data] of sources.entries()) {
  const { application } = await service.uploaded(addApplication, {
    token,
    data: at % 2 === 0 ? data : { ...data, url: `https://example.org/${at}` },
    ...(at % 2 === 0 && { files: { app_file: { bytes: apk(`org.Example.n${at % 7}`), name: 'a.apk' } } }),
  });
  const { psk, bundle_id, type } = application;
  model.push({ psk, name: data.app_name, bundle_id, type, ...data });
}

const searched = ['name', 'short_description', 'long_description', 'author', 'bundle_id'] as const;
const texts = ['name', 'version_num', 'author', 'bundle_id'] as const;
const numbers = ['sort_weight', 'type', 'psk'] as const;
type Field = (typeof texts)[number] | (typeof numbers)[number];
interface Term {
  field: Field;
  descending: boolean;
}

/** Lower case, letter by letter: a final sigma is a sigma, whatever surrounds it. */
const folded = (text: string): string =>
  [...text].map((letter) => (letter === 'İ' ? 'i' : letter.toLowerCase().replace('ς', 'σ'))).join('');

/** Texts in the order of their code points, ignoring case; absent values first. */
function compare(left: string | number | null, right: string | number | null): number {
  if (left === null || right === null) return Number(left !== null) - Number(right !== null);
  if (typeof left === 'number' || typeof right === 'number') return Number(left) - Number(right);
  return Buffer.compare(Buffer.from(folded(left)), Buffer.from(folded(right)));
}

function inOrder(terms: readonly Term[]) {
  return (left: Row, right: Row): number => {
    for (const { field, descending } of terms) {
      const order = compare(left[field], right[field]);
      if (order !== 0) return descending ? -order : order;
    }
    return left.psk - right.psk;
  };
}

function found(search: string): Row[] {
  const wanted = folded(search.trim());
  return model.filter((row) => searched.some((field) => folded(row[field] ?? '').includes(wanted)));
}

interface Controls {
  search?: string;
  terms?: Term[];
  page?: { start: number; count: number };
}

/** Document 2, Editable application fields, `sort_weight`: the lower value shows higher in lists. */
const usualOrder: Term[] = [{ field: 'sort_weight', descending: false }];

function expected({ search = '', terms = [], page = { start: 0, count: 1000 } }: Controls) {
  const rows = found(search).sort(inOrder(terms.length > 0 ? terms : usualOrder));
  const shown = rows.slice(page.start, page.start + page.count).map((row) => row.psk);
  return { shown, total_available: rows.length };
}

const queryOf = ({ search, terms, page }: Controls): Record<string, string> => ({
  ...(search !== undefined && { search }),
  ...(terms && { sort: terms.map(({ field, descending }) => `${descending ? '-' : ''}${field}`).join() }),
  ...(page && { page: `${page.start},${page.count}` }),
});

/** Parts of existing texts in either case, and texts that hardly exist. */
const search = fc.oneof(
  fc
    .tuple(fc.constantFrom(...names, 'org.Example.n3', 'pallets\nAND', '\u{1d49c}'), fc.nat(6), fc.nat(6))
    .map(([text, from, length]) => [...text].slice(from, from + length + 1).join('')),
  fc.constantFrom(...names).map((name) => name.toUpperCase()),
  fc.constantFrom(...names).map((name) => ` ${name.toLowerCase()} `),
  fc.constantFrom('%', '_', '\\', "'", '', ' ', '\n', '%%', '_%', '1 or 1=1', '.*', '漢'),
  fc.string({ unit: 'grapheme', maxLength: 10 }).filter((text) => !text.includes('\0')),
);
const terms = fc.uniqueArray(
  fc.record({ field: fc.constantFrom(...texts, ...numbers), descending: fc.boolean() }),
  { maxLength: 4, selector: ({ field }) => field },
);
const page = fc.record({
  start: fc.oneof(fc.nat(30), fc.constantFrom(1000, 999_999_999_999)),
  count: fc.oneof(fc.nat(30), fc.constantFrom(1000, 999_999_999_999)),
});
const controls = fc.record<Controls>({ search, terms, page }, { requiredKeys: [] });

test.each([
  ['ΊΣ', ['Σίσυφος']],
  ['ΣΑς', ['ΣΑΣ']],
  ['iSTANB', ['İstanbul']],
  ['Straße', ['straße']],
])('“%s” is found in every case it may be written in', async (text, expectedNames) => {
  const query = { search: text, sort: 'psk' };
  const { applications } = await service.ok(listApplications, { token, query });
  const named = applications.map((row) => row.name).filter((name) => folded(name).includes(folded(text)));
  expect(named).toEqual(expectedNames);
});

describe.each([listApplicationsV1, listApplications])('$path', (operation) => {
  test('finds, orders and pages as the rules say, whatever is asked together', async () => {
    await fc.assert(
      fc.asyncProperty(controls, async (request) => {
        const { applications, total_available } = await service.ok(operation, {
          token,
          query: queryOf(request),
        });
        expect({ shown: applications.map((row) => row.psk), total_available }).toEqual(expected(request));
      }),
      { numRuns: 200 },
    );
  });

  test('pages one behind the other are the whole list, each record once', async () => {
    await fc.assert(
      fc.asyncProperty(terms, fc.integer({ min: 1, max: 9 }), async (order, count) => {
        const seen: number[] = [];
        for (let start = 0; start < model.length; start += count) {
          const query = queryOf({ terms: order, page: { start, count } });
          const { applications } = await service.ok(operation, { token, query });
          seen.push(...applications.map((row) => row.psk));
        }
        expect(seen).toEqual(expected({ terms: order }).shown);
      }),
      { numRuns: 10 },
    );
  });

  test('answers whatever else stands in a control with the list or a refusal', async () => {
    const anything = fc.string({ unit: anyCharacter, maxLength: 60 });
    const query = fc.record({ search: anything, sort: anything, page: anything }, { requiredKeys: [] });
    await fc.assert(
      fc.asyncProperty(query, async (request) => {
        const { status, body } = await service.call(operation, { token, query: request });
        expect([200, 400]).toContain(status);
        expect(body).toHaveProperty(status === 200 ? 'total_available' : 'error.code');
      }),
      tries(100),
    );
  });
});
