import type { MetadataTemplate } from '../../../contract/metadata-template.ts';
import { ServiceError } from '../../platform/errors.ts';

type Field = MetadataTemplate[string];
type Values = Record<string, unknown>;

const maxTextLength = 4000;

const refuse = (field: string, problem: string) =>
  new ServiceError('invalid_input', `custom_metadata.${field}: ${problem}.`, { details: { field, problem } });

/**
 * Custom metadata by the organization's template: only its fields, each of its type, with options checked. A field that
 * is not sent keeps its value; a field without a value, or sent as null, gets its default. Names are the template's
 * ids, not its labels; document 1, POST /v1/users/. Returns null when nothing has a value. Error: `invalid_input` with
 * the field.
 */
export function checkMetadataByTemplate(
  template: MetadataTemplate,
  values: Values,
  stored: Values = {},
): Values | null {
  for (const name of Object.keys(values)) {
    if (!Object.hasOwn(template, name)) throw refuse(name, 'is not a field of the template');
  }
  const result: Values = {};
  for (const [name, field] of Object.entries(template)) {
    const value = checkValue(name, field, values, stored);
    if (value !== undefined) result[name] = value;
  }
  return Object.keys(result).length === 0 ? null : result;
}

/** Most characters of custom metadata as JSON where no template limits it: it is a part of every list. */
const maxFreeLength = 20_000;

/**
 * Custom metadata where the organization has no template: any names and values. A field that is not sent keeps its
 * value, one that is sent as null is removed. Returns null when nothing is left. Error: `invalid_input`.
 */
export function checkFreeMetadata(values: Values, stored: Values = {}): Values | null {
  const fields = Object.entries({ ...stored, ...values }).filter(([, value]) => value !== null);
  if (fields.length === 0) return null;
  const result = Object.fromEntries(fields);
  if (JSON.stringify(result).length <= maxFreeLength) return result;
  throw new ServiceError(
    'invalid_input',
    `custom_metadata: longer than ${maxFreeLength} characters as JSON.`,
    {
      details: { field: 'custom_metadata' },
    },
  );
}

function checkValue(name: string, field: Field, values: Values, stored: Values): unknown {
  const sent = getOwn(values, name);
  if (sent !== undefined && sent !== null) {
    const problem = findProblem(field, sent);
    if (problem !== null) throw refuse(name, problem);
    return normalize(field, sent);
  }
  const earlier = getOwn(stored, name);
  // A stored value that the current template no longer allows is dropped without an error.
  if (sent === undefined && earlier !== undefined && findProblem(field, earlier) === null) return earlier;
  return getDefault(field);
}

const getOwn = (values: Values, name: string): unknown =>
  Object.hasOwn(values, name) ? values[name] : undefined;

/** A choice among options whose default is the empty text has no default. */
function getDefault(field: Field): unknown {
  if (field.default === undefined || (hasOptions(field) && field.default === '')) return undefined;
  return normalize(field, field.default);
}

const normalize = (field: Field, value: unknown): unknown =>
  field.type === 'multiselect' ? [...new Set(Array.isArray(value) ? value : [value])] : value;

/** What is wrong with a value of a field; null when nothing is. */
function findProblem(field: Field, value: unknown): string | null {
  const options: unknown[] = (field.options ?? []).map((option) => option.value);
  switch (field.type) {
    case 'checkbox':
      return typeof value === 'boolean' ? null : 'must be true or false';
    case 'select':
      return options.includes(value) ? null : `must be one of ${options.join(', ')}`;
    case 'multiselect':
      return (Array.isArray(value) ? value : [value]).every((one) => options.includes(one))
        ? null
        : `may contain only ${options.join(', ')}`;
    default:
      return typeof value === 'string' && value.length <= maxTextLength
        ? null
        : `must be text of at most ${maxTextLength} characters`;
  }
}

const hasOptions = (field: Field) => field.type === 'select' || field.type === 'multiselect';

function findFieldProblem(field: Field): string | null {
  const values = (field.options ?? []).map((option) => option.value);
  if (hasOptions(field) && values.length === 0) return 'needs options to choose from';
  if (new Set(values).size !== values.length) return 'has two options of the same value';
  const value = getDefault(field);
  return value === undefined ? null : findProblem(field, value);
}

/**
 * Checks that every field of a template can be filled in: a choice has options, a default is allowed. Error:
 * `invalid_input` that names the field.
 */
export function assertTemplate(setting: string, template: MetadataTemplate): void {
  for (const [name, field] of Object.entries(template)) {
    const problem = findFieldProblem(field);
    if (problem === null) continue;
    throw new ServiceError('invalid_input', `${setting}.${name}: ${problem}.`, {
      details: { field: `${setting}.${name}`, problem },
    });
  }
}
