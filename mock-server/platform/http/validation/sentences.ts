import type { ErrorObject } from 'ajv';
import { takeBeginning } from '../../cut-text.ts';
import { ServiceError } from '../../errors.ts';
import {
  describeExpected,
  formats,
  formatValue,
  joinAlternatives,
  patterns,
  type ReadSchema,
} from './expected.ts';

/** Where a value was sent; `data` is the JSON part of a form. */
export type Part = 'body' | 'data' | 'querystring' | 'params' | 'headers';

interface Fault {
  /** The name of the value within its part, with dots; empty for the whole part. */
  field: string;
  /** What is wrong with the value, to follow its name. */
  problem: string;
}

/** For keywords that concern a field below the one at which they stand: the parameter that names that field. */
const below: Readonly<Record<string, string>> = {
  required: 'missingProperty',
  additionalProperties: 'additionalProperty',
};

/**
 * What each keyword of a schema demands, to follow the name of a value. A test covers every keyword that the contract
 * uses.
 */
export const problems: Readonly<Record<string, (schema: ReadSchema, limit: number) => string>> = {
  type: (schema) => `must be ${describeExpected({ type: schema.type })}`,
  const: (schema) => `must be ${formatValue(schema.const)}`,
  enum: ({ enum: values = [] }) =>
    `must be ${values.length > 1 ? 'one of ' : ''}${joinAlternatives(values.map(formatValue))}`,
  anyOf: (schema) => `must be ${describeExpected(schema)}`,
  minimum: (_, limit) => `must be at least ${limit}`,
  maximum: (_, limit) => `must be at most ${limit}`,
  minLength: (_, limit) => (limit === 1 ? 'must not be empty' : `must have at least ${limit} characters`),
  maxLength: (_, limit) => `must have at most ${formatCount(limit, 'character')}`,
  minItems: (_, limit) => `must have at least ${formatCount(limit, 'item')}`,
  maxItems: (_, limit) => `must have at most ${formatCount(limit, 'item')}`,
  minProperties: (_, limit) => `must have at least ${formatCount(limit, 'field')}`,
  maxProperties: (_, limit) => `must have at most ${formatCount(limit, 'field')}`,
  uniqueItems: () => 'must not have an item twice',
  pattern: ({ pattern = '' }) => `must be ${patterns[pattern] ?? 'of the form that /docs shows'}`,
  format: ({ format = '' }) => `must be ${formats[format] ?? 'of the form that /docs shows'}`,
  required: () => 'is missing',
  additionalProperties: () => 'is not taken here; leave it out',
};

/** Names come from the client: at most this many characters of one are repeated. */
const maxNameLength = 200;

/** The refusal of a request of which a part does not match the operation's schema; document 1, Errors. */
export function invalidPartError(part: Part, errors: readonly ErrorObject[]): ServiceError {
  const error = findDecisive(errors);
  if (error === undefined) return new ServiceError('invalid_input', 'The request is not as /docs shows it.');
  const fault = toFault(error);
  return new ServiceError('invalid_input', formatSentence(part, fault, error.keyword), {
    details: { ...fault },
  });
}

/**
 * The error to report. For a choice (`anyOf`), each alternative has its own error: where the value is clearly meant as
 * one of the alternatives, that one's error is reported, otherwise all that the value may be.
 */
function findDecisive(errors: readonly ErrorObject[]): ErrorObject | undefined {
  const last = errors.at(-1);
  if (last?.keyword !== 'anyOf') return last;
  const inside = errors.slice(0, -1);
  const deeper = inside.filter(({ instancePath }) => instancePath !== last.instancePath);
  if (deeper.length > 0) return findDecisive(deeper);
  const meant = inside.filter(({ keyword }) => keyword !== 'type' && keyword !== 'anyOf');
  return meant.length === 1 && meant[0]?.keyword !== 'const' && meant[0]?.keyword !== 'enum'
    ? meant[0]
    : last;
}

function toFault({ keyword, instancePath, params, parentSchema }: ErrorObject): Fault {
  const names = instancePath.split('/').slice(1).map(unescapePointer);
  const child: unknown = params[below[keyword] ?? ''];
  const name = [...names, ...(typeof child === 'string' ? [child] : [])].join('.');
  const field = takeBeginning(name, maxNameLength);
  const words = problems[keyword];
  const problem =
    words?.((parentSchema ?? {}) as ReadSchema, Number(params.limit)) ?? 'is not as /docs shows it';
  return { field, problem };
}

const unescapePointer = (name: string): string => name.replaceAll('~1', '/').replaceAll('~0', '~');

const formatCount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/**
 * What to call a whole part, where an error concerns no single field. Only bodies can be wrong as a whole, because the
 * server itself makes the other parts.
 */
const whole: Readonly<Record<Part, string>> = {
  body: 'body',
  data: 'part data',
  querystring: 'query',
  params: 'path',
  headers: 'headers',
};

function formatSentence(part: Part, { field, problem }: Fault, keyword: string): string {
  if (field === '' && keyword === 'type') return `Send a JSON object as the ${whole[part]}.`;
  if (field === '') return `The ${whole[part]} ${problem}.`;
  if (part === 'headers') return `The header ${field} ${problem}.`;
  if (keyword === 'required') return `${field} ${problem} from the ${whole[part]}.`;
  return part === 'body' || part === 'data'
    ? `${field} ${problem}.`
    : `${field} in the ${whole[part]} ${problem}.`;
}
