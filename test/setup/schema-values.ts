import { Ajv } from 'ajv';
import addFormatsModule from 'ajv-formats';
import fc from 'fast-check';
import type { Static, TSchema } from 'typebox';
import { anyCharacter } from './any-character.ts';

const ajv = new Ajv({ strict: false });
addFormatsModule.default(ajv);

/** The part of JSON Schema that fields of the contract use. */
interface Schema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  format?: string;
  pattern?: string;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  patternProperties?: Record<string, Schema>;
}

const isValid = (schema: object, value: unknown) => ajv.validate(schema, value);
/** A text that the service can keep: it refuses NUL, which one of the databases can't keep. */
const text = (maxLength: number) =>
  fc.string({ unit: anyCharacter, maxLength }).filter((value) => !value.includes('\0'));

/** Values that a schema of the contract allows. */
export function allowedBy<S extends TSchema>(schema: S): fc.Arbitrary<Static<S>> {
  return generated(schema as Schema).filter((value): value is Static<S> => isValid(schema, value));
}

/** Values that look like those of a schema: most are allowed, some break a rule that can't be drawn. */
export const likeOf = (schema: TSchema): fc.Arbitrary<unknown> => generated(schema);

/** Values of every type that a schema does not allow, some of them close to allowed ones. */
export function refusedBy(schema: object): fc.Arbitrary<unknown> {
  const { maxLength = 1000, minimum = 0, maximum = 0 } = schema as Schema;
  const tooLong = fc.constant('x'.repeat(maxLength + 1));
  const edges = fc.constantFrom(minimum - 1, maximum + 1, 0.5, 1e300, '', ' ', null, true);
  const any = fc.oneof(fc.jsonValue(), text(300), tooLong, edges);
  return any.filter((value) => !isValid(schema, value) && !JSON.stringify(value).includes('\\u0000'));
}

function generated(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(generated));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if ('const' in schema) return fc.constant(schema.const);
  switch (schema.type) {
    case 'string':
      return strings(schema);
    case 'integer':
      return fc.integer({
        min: schema.minimum ?? 0,
        max: Math.min(schema.maximum ?? 0x7fffffff, 0x7fffffff),
      });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(generated(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.max(Math.min(schema.maxItems ?? 5, 5), schema.minItems ?? 0),
      });
    case 'object':
      return objects(schema);
    default:
      // The service takes no field with this name, wherever it is.
      return fc.jsonValue({ maxDepth: 3 }).filter((value) => !JSON.stringify(value).includes('"__proto__"'));
  }
}

/** Addresses of nobody, or that no service may ask: none of them leaves this machine. */
const addresses = [
  'https://localhost:9/',
  'https://localhost:9/?a=%00#b',
  'https://user:word@localhost:9/',
  'https://127.0.0.1/',
  'https://[::1]:9/',
  'https://[fe80::1%25lo]/',
  'https://10.0.0.1/',
  'https://0x7f.1/',
  'https://localhost:99999/',
  'https://%/',
  'https://',
  'https://\u00e4.invalid/',
];

function strings({ format, pattern, maxLength = 50 }: Schema): fc.Arbitrary<string> {
  if (format === 'email') return fc.emailAddress();
  if (pattern?.startsWith('^https://')) return fc.constantFrom(...addresses);
  const free = text(Math.min(maxLength, 300));
  const plain = fc.string({ maxLength: Math.min(maxLength, 300) });
  // No texts can be drawn from a pattern that looks ahead; most free texts match it anyway.
  if (pattern === undefined || pattern.includes('(?!') || pattern === '\\S') return fc.oneof(free, plain);
  return fc.oneof(fc.stringMatching(new RegExp(pattern), { size: 'small' }), free);
}

function objects({ properties, required = [], patternProperties }: Schema): fc.Arbitrary<unknown> {
  const [entry] = Object.entries(patternProperties ?? {});
  if (entry !== undefined) {
    const key = fc.string({ minLength: 1, maxLength: 20 }).filter((name) => name !== '__proto__');
    return fc.dictionary(key, generated(entry[1]), { maxKeys: 4, noNullPrototype: true });
  }
  const fields: [string, fc.Arbitrary<unknown>][] = Object.entries(properties ?? {}).map(([name, field]) => [
    name,
    generated(field),
  ]);
  return fc.record<Record<string, unknown>>(Object.fromEntries(fields), {
    requiredKeys: required,
    noNullPrototype: true,
  });
}
