import { Markup, renderHtml } from '../../../markup.ts';
import type { Schema } from '../openapi-document.ts';
import { schemaPath } from '../openapi-schemas.ts';

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;
const schemasOf = (value: unknown): Schema[] => (Array.isArray(value) ? value.filter(isSchema) : []);

export const nameOf = (schema: Schema): string | null =>
  typeof schema.$ref === 'string' && schema.$ref.startsWith(schemaPath)
    ? schema.$ref.slice(schemaPath.length)
    : null;

/** Whether the value is part of a request, where required fields are marked, or of an answer, where optional ones are. */
export type Side = 'request' | 'answer';

/** Describes a value in a line, and below it the fields of an object without a name. */
export function describeSchema(schema: Schema, side: Side): Markup {
  return renderHtml`${typeLine(schema)}${fieldsWithin(schema, side)}`;
}

/** The fields of an object, a row each; empty for anything else. */
export function fields(schema: Schema, side: Side): Markup {
  const properties = isSchema(schema.properties) ? Object.entries(schema.properties).filter(hasSchema) : [];
  if (properties.length === 0) return renderHtml``;
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
  return renderHtml`<dl class="fields">${properties.map(([name, property]) =>
    field(name, {
      schema: property,
      mark: markOf(side, required.includes(name) && !('default' in property)),
      side,
    }),
  )}</dl>`;
}

const hasSchema = (entry: [string, unknown]): entry is [string, Schema] => isSchema(entry[1]);

const markOf = (side: Side, required: boolean): string | null => {
  if (side === 'request') return required ? 'required' : null;
  return required ? null : 'may be missing';
};

/** One row: a name, a mark beside it, and what it is. */
export const field = (
  name: string,
  { schema, mark, side }: { schema: Schema; mark: string | null; side: Side },
): Markup =>
  renderHtml`<div><dt><code>${name}</code>${mark === null ? null : renderHtml` <span class="mark">${mark}</span>`}</dt><dd>${describeSchema(schema, side)}</dd></div>`;

function fieldsWithin(schema: Schema, side: Side): Markup {
  if (schema.properties !== undefined) return fields(schema, side);
  const inner = [schema.items, ...schemasOf(schema.anyOf), ...values(schema)].filter(isSchema);
  return renderHtml`${inner.map((one) => fieldsWithin(one, side))}`;
}

/** The schemas of the values of an object with arbitrary field names. */
const values = (schema: Schema): Schema[] =>
  isSchema(schema.patternProperties) ? Object.values(schema.patternProperties).filter(isSchema) : [];

function typeLine(schema: Schema): Markup {
  const limits = limitsOf(schema);
  const reported = typeof schema.description === 'string' ? renderHtml`; ${schema.description}` : null;
  return renderHtml`<span class="type">${typeOf(schema)}${limits.map((limit) => renderHtml`, ${limit}`)}${reported}</span>`;
}

function typeOf(schema: Schema): Markup {
  const name = nameOf(schema);
  if (name !== null) return renderHtml`<a href="#schema-${name}">${name}</a>`;
  if ('const' in schema) return renderHtml`<code>${JSON.stringify(schema.const)}</code>`;
  if (Array.isArray(schema.enum))
    return joinNames(schema.enum.map((value) => renderHtml`<code>${JSON.stringify(value)}</code>`));
  const alternatives = schemasOf(schema.anyOf);
  if (alternatives.length > 0) return joinNames(alternatives.map(typeOf));
  if (isSchema(schema.items)) return renderHtml`array of ${typeOf(schema.items)}`;
  const [value] = values(schema);
  if (value !== undefined) return renderHtml`object of ${typeOf(value)} by name`;
  return renderHtml`${typeof schema.type === 'string' ? schema.type : 'any value'}`;
}

const joinNames = (parts: readonly Markup[]): Markup =>
  renderHtml`${parts.map((part, index) => (index === 0 ? part : renderHtml` or ${part}`))}`;

/** Limits in words, without the largest safe integer, which is no real limit. */
function limitsOf(schema: Schema): Markup[] {
  const max =
    typeof schema.maximum === 'number' && schema.maximum < Number.MAX_SAFE_INTEGER ? schema.maximum : null;
  const reported: [unknown, (value: string) => string][] = [
    [schema.format, (format) => `format ${format}`],
    [schema.minLength, (length) => (length === '1' ? 'not empty' : `at least ${length} characters`)],
    [schema.maxLength, (length) => `at most ${length} characters`],
    [schema.minimum, (minimum) => (max === null ? `at least ${minimum}` : `from ${minimum} to ${max}`)],
    [schema.minItems, (count) => `at least ${count} of them`],
    [schema.maxItems, (count) => `at most ${count} of them`],
  ];
  const limits = reported
    .filter(([value]) => value !== undefined)
    .map(([value, say]) => renderHtml`${say(String(value))}`);
  if (typeof schema.pattern === 'string') limits.push(renderHtml`pattern <code>${schema.pattern}</code>`);
  if ('default' in schema) limits.push(renderHtml`default <code>${JSON.stringify(schema.default)}</code>`);
  return limits;
}
