import { Ajv } from 'ajv';
import addFormatsModule from 'ajv-formats';
import { type TSchema, Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import type { Operation } from '../../../contract/common/operation.ts';
import { operations } from '../../../contract/operations.ts';
import { formats, patterns } from '../../../mock-server/platform/http/validation/expected.ts';
import {
  invalidPartError,
  type Part,
  problems,
} from '../../../mock-server/platform/http/validation/sentences.ts';

const ajv = new Ajv({ strict: false, verbose: true });
addFormatsModule.default(ajv);

/** The error message that a client gets for a value. */
function reported(schema: TSchema, value: unknown, part: Part = 'body'): string {
  const validate = ajv.compile(schema);
  expect(validate(value)).toBe(false);
  return invalidPartError(part, validate.errors ?? []).message;
}

const field = (schema: TSchema, value: unknown) => reported(Type.Object({ name: schema }), { name: value });
const system = Type.Unsafe({
  anyOf: [{ const: 0 }, { const: 1 }, { minimum: 102, maximum: 199 }, { const: 401 }],
});
const letters = (of: { minLength?: number; maxLength?: number; pattern?: string; format?: string }) =>
  Type.String(of);

/** One example for each keyword, so that all messages can be read here. */
const sentences: readonly [string, string, string][] = [
  ['type', field(Type.String(), 7), 'name must be a text.'],
  ['type', field(Type.Integer(), '7'), 'name must be a whole number.'],
  ['type', field(Type.Array(Type.Integer()), {}), 'name must be a list.'],
  ['type', field(Type.Array(Type.Integer()), ['x']), 'name.0 must be a whole number.'],
  ['const', field(Type.Literal('text'), 'x'), 'name must be "text".'],
  ['enum', field(Type.Enum(['a', 'b', 'c']), 'x'), 'name must be one of "a", "b" or "c".'],
  ['minimum', field(Type.Integer({ minimum: 0 }), -1), 'name must be at least 0.'],
  ['maximum', field(Type.Integer({ maximum: 5 }), 6), 'name must be at most 5.'],
  ['minLength', field(letters({ minLength: 1 }), ''), 'name must not be empty.'],
  ['minLength', field(letters({ minLength: 5 }), 'abc'), 'name must have at least 5 characters.'],
  ['maxLength', field(letters({ maxLength: 2 }), 'abc'), 'name must have at most 2 characters.'],
  ['minItems', field(Type.Array(Type.Any(), { minItems: 1 }), []), 'name must have at least 1 item.'],
  ['maxItems', field(Type.Array(Type.Any(), { maxItems: 1 }), [1, 2]), 'name must have at most 1 item.'],
  [
    'uniqueItems',
    field(Type.Array(Type.Any(), { uniqueItems: true }), [1, 1]),
    'name must not have an item twice.',
  ],
  ['minProperties', field(Type.Object({}, { minProperties: 1 }), {}), 'name must have at least 1 field.'],
  [
    'maxProperties',
    field(Type.Object({}, { maxProperties: 1 }), { a: 1, b: 2 }),
    'name must have at most 1 field.',
  ],
  [
    'pattern',
    field(letters({ pattern: '^#[0-9a-fA-F]{6}$' }), 'red'),
    'name must be a color such as #1a2b3c.',
  ],
  ['pattern', field(letters({ pattern: '^elsewhere$' }), 'x'), 'name must be of the form that /docs shows.'],
  ['format', field(letters({ format: 'email' }), 'ada'), 'name must be an e-mail address.'],
  ['format', field(letters({ format: 'date' }), 'today'), 'name must be a date such as 2026-01-31.'],
  [
    'additionalProperties',
    field(Type.Object({}, { additionalProperties: false }), { more: 1 }),
    'name.more is not taken here; leave it out.',
  ],
  [
    'required',
    reported(Type.Object({ remember_me: Type.Boolean() }), {}),
    'remember_me is missing from the body.',
  ],
  ['anyOf', field(system, 7), 'name must be 0, 1, 102 to 199 or 401.'],
  ['anyOf', field(Type.Union([Type.Integer({ minimum: 5 }), Type.Null()]), 3), 'name must be at least 5.'],
  [
    'anyOf',
    field(Type.Union([Type.Integer({ minimum: 5, maximum: 9 }), Type.Null()]), 'x'),
    'name must be a whole number from 5 to 9 or null.',
  ],
  [
    'anyOf',
    field(Type.Union([Type.Object({ key: Type.String() }), Type.Null()]), { key: 1 }),
    'name.key must be a text.',
  ],
  [
    'anyOf',
    field(Type.Union([letters({ format: 'email' }), Type.Literal(''), Type.Null()]), 'ada'),
    'name must be an e-mail address, empty or null.',
  ],
];

describe('what a request misses is said in a sentence:', () => {
  test.each(sentences)('%s: %s', (_keyword, sentence, wanted) => {
    expect(sentence).toBe(wanted);
  });

  test('there is one for every keyword', () => {
    expect([...new Set(sentences.map(([keyword]) => keyword))].sort()).toEqual(Object.keys(problems).sort());
  });

  const count = Type.Object({ count: Type.Integer({ minimum: 0 }) });
  test.each<[Part, string]>([
    ['body', 'count must be at least 0.'],
    ['data', 'count must be at least 0.'],
    ['querystring', 'count in the query must be at least 0.'],
    ['params', 'count in the path must be at least 0.'],
    ['headers', 'The header count must be at least 0.'],
  ])('it says of %s where the value was', (part, sentence) => {
    expect(reported(count, { count: -1 }, part)).toBe(sentence);
  });

  test.each<[Part, string]>([
    ['body', 'Send a JSON object as the body.'],
    ['data', 'Send a JSON object as the part data.'],
  ])('a %s of another kind is asked for as a whole', (part, sentence) => {
    expect(reported(count, [], part)).toBe(sentence);
  });

  test('the details name the field, with at most 200 characters of what the client sent', () => {
    const strict = Type.Object({}, { additionalProperties: false });
    const validate = ajv.compile(Type.Object({ 'a/b': strict }));
    validate({ 'a/b': { ['x'.repeat(500)]: 1 } });
    const { details, message } = invalidPartError('body', validate.errors ?? []);
    expect(details).toEqual({ field: `a/b.${'x'.repeat(196)}`, problem: 'is not taken here; leave it out' });
    expect(message.length).toBeLessThan(300);
  });
});

/** Keywords that refuse nothing by themselves. */
const silent = ['properties', 'patternProperties', 'items', 'default', 'description', 'examples'];
/** Of them, those whose values are schemas by name, and those whose values are no schemas. */
const named = ['properties', 'patternProperties'];
const values = ['default', 'examples', 'enum', 'const'];

/** Every keyword of a schema and what it says, at any depth. */
function keywordsOf(schema: unknown): [string, unknown][] {
  if (Array.isArray(schema)) return schema.flatMap(keywordsOf);
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([keyword, value]: [string, unknown]) => {
    const inside = named.includes(keyword) ? Object.values(value as object) : value;
    return [[keyword, value] as [string, unknown], ...(values.includes(keyword) ? [] : keywordsOf(inside))];
  });
}

describe('of what the contract asks of requests', () => {
  const used = operations.flatMap(({ headers, params, query, body }: Operation) =>
    [headers, params, query, body].flatMap(keywordsOf),
  );
  const saying = (keyword: string) =>
    used.filter(([name]) => name === keyword).map(([, value]) => String(value));

  test('every keyword has a sentence', () => {
    const known = [...silent, ...Object.keys(problems)];
    expect(
      [...new Set(used.map(([keyword]) => keyword))].filter((keyword) => !known.includes(keyword)),
    ).toEqual([]);
  });

  test('every pattern has words in mock-server/platform/http/validation/expected.ts, and none has them for nothing', () => {
    expect([...new Set(saying('pattern'))].sort()).toEqual(Object.keys(patterns).sort());
  });

  test('every value of a path, a query or a header is of a type that is read from text', () => {
    const others = operations.flatMap(({ name, headers, params, query }: Operation) =>
      [headers, params, query].flatMap((part) =>
        keywordsOf(part)
          .filter(([keyword, value]) => keyword === 'type' && !['object', 'string'].includes(String(value)))
          .map(([, value]) => [name, value]),
      ),
    );
    // Integers and booleans in a choice (anyOf) would stay texts.
    const top = operations.flatMap(({ name, headers, params, query }: Operation) =>
      [headers, params, query].flatMap((part) =>
        Object.values((part as { properties?: Record<string, { type?: string }> })?.properties ?? {})
          .filter(({ type }) => type === 'integer' || type === 'boolean')
          .map(({ type }) => [name, type]),
      ),
    );
    expect(others).toEqual(top);
  });

  test('every format has words there', () => {
    expect([...new Set(saying('format'))].filter((format) => !Object.hasOwn(formats, format))).toEqual([]);
  });
});
